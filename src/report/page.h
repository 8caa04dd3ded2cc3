// The pages, built into the program from web/: each one HTML file with everything in it but the data.
#pragma once

#include <string>
#include <string_view>

namespace eqnet::report {

// Whether the program was built with its pages.
bool has_pages();

// Writes the page with its data to a file, whole or not at all. Throws base::Error in a program that was built without
// pages.
// report: data is JSON.
void write_report(const std::string& path, std::string_view json);
// tune: data is the JSON of tune_page.h.
void write_tune_page(const std::string& path, std::string_view json);
// explorer: data is the bytes of explorer_data.h.
void write_explorer(const std::string& path, std::string_view bytes);
// The explorer as a server's page, which asks the server it came from about any expression (serve/service.h); bytes:
// empty where there is no map.
std::string live_explorer(std::string_view bytes);

// JSON that can stand in a script element: no "<" is left in it.
std::string in_script(std::string_view json);

}  // namespace eqnet::report
