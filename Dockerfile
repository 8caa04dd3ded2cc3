# The program alone, in one file that needs nothing beside it. `make docker` builds it, with build/static as the context:
#
#   docker run --rm eqnet equiv 'a -> b' '~a | b'
#   docker run --rm -p 127.0.0.1:8080:8080 eqnet serve --model boolean --address 0.0.0.0
FROM scratch
COPY eqnet /usr/bin/eqnet
ENV PATH=/usr/bin XDG_CACHE_HOME=/tmp
VOLUME /tmp
WORKDIR /work
USER 65534
EXPOSE 8080
ENTRYPOINT ["eqnet"]
CMD ["--help"]
