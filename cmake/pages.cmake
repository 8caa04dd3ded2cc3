# The pages of web/, bundled with their libraries from npm, into report/page.cc.
find_program(EQNET_NPM npm)
if(NOT EQNET_NPM)
  message(FATAL_ERROR "npm is missing: install Debian's package npm, or leave the pages out with -DEQNET_PAGES=OFF")
endif()
set(pages ${PROJECT_BINARY_DIR}/pages)
file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/common/* ${PROJECT_SOURCE_DIR}/web/report/*
  ${PROJECT_SOURCE_DIR}/web/explorer/* ${PROJECT_SOURCE_DIR}/web/tune/*)
add_custom_command(OUTPUT ${pages}/report.html ${pages}/explorer.html ${pages}/tune.html
  COMMAND ${PROJECT_SOURCE_DIR}/web/make-pages ${pages}
  DEPENDS ${page_sources} ${PROJECT_SOURCE_DIR}/web/make-pages ${PROJECT_SOURCE_DIR}/web/bundle.mjs
    ${PROJECT_SOURCE_DIR}/web/package-lock.json
  COMMENT "Bundling the pages" VERBATIM)
set_source_files_properties(src/report/page.cc PROPERTIES OBJECT_DEPENDS "${pages}/report.html;${pages}/explorer.html;${pages}/tune.html"
  COMPILE_DEFINITIONS EQNET_PAGES="${pages}")
