# PostgreSQL with memocite:
#   docker build -t memocite .
#   docker run -e POSTGRES_PASSWORD=... memocite
# PG_MAJOR chooses 15 to 18:
#   docker build --build-arg PG_MAJOR=17 -t memocite:pg17 .
ARG PG_MAJOR=15
FROM postgres:$PG_MAJOR

COPY . /usr/src/memocite

# One layer: the libraries stay, compiler and sources go. locales is held, for an
# upgrade would drop the locale that the image's databases are made with. clean,
# for a checkout may bring objects of another system. Without bitcode: there is
# nothing in memocite that JIT could inline.
RUN apt-get update && \
	apt-mark hold locales && \
	apt-get install -y --no-install-recommends libjansson4 libpcre2-8-0 \
		gcc libc6-dev libjansson-dev libpcre2-dev make "postgresql-server-dev-$PG_MAJOR" && \
	make -C /usr/src/memocite clean && \
	make -C /usr/src/memocite with_llvm=no install && \
	install -D -m 644 -t /usr/share/doc/memocite /usr/src/memocite/LICENSE /usr/src/memocite/README.md && \
	rm -rf /usr/src/memocite && \
	apt-get purge -y --auto-remove gcc libc6-dev libjansson-dev libpcre2-dev make "postgresql-server-dev-$PG_MAJOR" && \
	apt-mark unhold locales && \
	rm -rf /var/lib/apt/lists/*
