# memocite: `make help` lists the targets.
#
# PG_CONFIG chooses the server (PostgreSQL 15 to 18), as in
#   make PG_CONFIG=/usr/lib/postgresql/17/bin/pg_config
# test, demo, bench and realdata need nothing installed before: their scripts
# fetch what is missing, build in a throw-away directory and come back to this
# file with PG_CONFIG set. So it must also be read where there is no pg_config.

EXTENSION = memocite
MODULE_big = memocite
PGFILEDESC = "memocite - cited, footnoted, validated memos"
DATA = $(sort $(wildcard sql/memocite--*.sql))
OBJS = $(patsubst %.c,%.o,$(sort $(wildcard src/*.c src/*/*.c)))
# -Bsymbolic: what our files call is ours, whatever another library loaded before
# calls sha256 or column. Servers from 16 on hide such names, 15 does not.
SHLIB_LINK = -lpcre2-8 -ljansson -Wl,-Bsymbolic

# Tests. The answers of both regression and isolation tests are in expected/.
REGRESS = $(sort $(patsubst test/sql/%.sql,%,$(wildcard test/sql/*.sql)))
REGRESS_OPTS = --inputdir=test --load-extension=memocite
ISOLATION = $(sort $(patsubst test/specs/%.spec,%,$(wildcard test/specs/*.spec)))
ISOLATION_OPTS = --inputdir=test --outputdir=. --load-extension=memocite
PROVE_TESTS = $(sort $(wildcard test/t/*.pl))
ENCODING = UTF8
NO_LOCALE = 1

# pg_regress looks for sql/NAME.sql before test/sql/NAME.sql.
CLASH = $(filter $(patsubst sql/%.sql,%,$(wildcard sql/*.sql)),$(REGRESS))
ifneq ($(CLASH),)
$(error test/sql/$(firstword $(CLASH)).sql has the name of a file in sql/, which would run in its place)
endif

EXTRA_CLEAN = build memo.md memo.html tmp_check results output_iso \
	regression.diffs regression.out src/*.[od] src/*/*.[od] src/*/*.bc src/*.gcno src/*/*.gcno src/*.gcda src/*/*.gcda

# The server's headers as system headers: warnings are about our own code.
PG_CONFIG ?= pg_config
PG_HEADERS := $(shell $(PG_CONFIG) --includedir-server 2>/dev/null)
PG_CPPFLAGS = -Isrc -isystem $(PG_HEADERS) -MMD -MP
PG_CFLAGS = -Wall -Wextra -Werror=switch
PGXS := $(shell $(PG_CONFIG) --pgxs 2>/dev/null)

ifneq ($(wildcard $(PG_HEADERS)/postgres.h),)

include $(PGXS)

# Objects built for another server or with other flags are not reused.
# What clang writes of a .bc must not replace what the compiler wrote of the .o.
-include $(OBJS:.o=.d)
$(OBJS) $(OBJS:.o=.bc): build/flags
$(OBJS:.o=.bc): %.bc: %.o
BITCODE_CFLAGS += -MF /dev/null
BUILD_FLAGS = $(VERSION) $(CC) $(CPPFLAGS) $(CFLAGS)
build/flags: always
	@mkdir -p build
	@echo '$(subst ','\'',$(BUILD_FLAGS))' > $@.$$$$ && \
	if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi

prove_installcheck:
	$(prove_installcheck)

else

all install uninstall installcheck prove_installcheck:
	@echo "$(PG_CONFIG) does not lead to the files for building extensions:" >&2
	@echo "install postgresql-server-dev-NN (15 to 18) or set PG_CONFIG" >&2
	@exit 1

clean:
	rm -rf $(EXTRA_CLEAN) memocite.so

endif

# Where `make npm` puts the packages that some tests use.
export MEMOCITE_NPM ?= $(CURDIR)/test

npm:
	@cd '$(MEMOCITE_NPM)' && npm install --no-audit --no-fund --no-package-lock

# Runs on its own, on a machine that has only git, make and a compiler.
test:
	@test/scripts/test.sh $(RUN)

coverage:
	@test/scripts/coverage.sh

lines:
	@PG_CONFIG='$(PG_CONFIG)' test/scripts/lines.sh

sanitize:
	@test/scripts/sanitize.sh

unit:
	@PG_CONFIG='$(PG_CONFIG)' test/scripts/unit.sh $(FOLDER)

fuzz:
	@test/scripts/fuzz.sh $(SECONDS)

golden:
	@test/golden/golden.sh $(if $(WRITE),--write) $(if $(BASE),--base '$(BASE)')

ablate:
	@test/ablate/ablate.sh $(FOLDER)

demo:
	@test/scripts/withpg -- test/scripts/demo.sh

# The pages of docs/reference, from what the database says of itself.
docs:
	@mkdir -p docs/reference
	@test/scripts/withpg -- test/scripts/reference.pl docs/reference

bench:
	@test/bench/run.sh

metrics:
	@test/scripts/withpg -- psql -X -d postgres -f test/scripts/metrics.sql

truth:
	@test/scripts/withpg -t -- $${PYTHON:-/usr/bin/python3} test/truth/truth.py $(or $(DIR),test/data)

citus:
	@test/citus/run.sh $(DIR)

realdata:
	@test -n '$(DIR)' || { echo 'usage: make realdata DIR=directory' >&2; exit 2; }
	@test/scripts/withpg -t -- test/realdata/run.sh '$(DIR)'

help:
	@echo 'make                   build for the server of PG_CONFIG ($(PG_CONFIG))'
	@echo 'make install           install into that server'
	@echo 'make test              every test, on a throw-away server; RUN="regress tap"'
	@echo '                       runs some of: regress isolation tap lint unit markdown fuzz docs'
	@echo '                       examples cases edits realdata html prosemirror; REGRESS="..." etc. choose tests'
	@echo 'make coverage          which lines the tests reach; fails under 90 %'
	@echo 'make lines             executable lines by folder; fails when they are more than they were'
	@echo 'make sanitize          the tests with AddressSanitizer and UndefinedBehaviorSanitizer'
	@echo 'make unit              the engine folder by folder without a server; FOLDER="markers memo"'
	@echo 'make fuzz              the engine without a server under libFuzzer; SECONDS=600'
	@echo 'make golden            do all memos of test/data and of 2,000 seeds come out as before?'
	@echo '                       BASE=COMMIT compares with what that makes; WRITE=1 says that they are right as they are now'
	@echo 'make ablate            which functions of the engine does no real input need? FOLDER="render output",'
	@echo '                       DATA=directory; those in test/ablate/nothing.txt stay for another reason'
	@echo 'make demo              a sample deal from drafts to the finished memo.md and memo.html'
	@echo 'make docs              make docs/reference again, from the comments in the database'
	@echo 'make bench             measure'
	@echo 'make metrics           how well are numbers read and judged? METRICS_DETAILS=yes lists each miss'
	@echo 'make truth             what checks of figures and quotes find, and accuse wrongly; TRUTH_DETAILS=yes'
	@echo 'make realdata DIR=...  check the memos of a directory'
	@echo 'make citus DIR=...     compare one server with Citus, which is installed below a directory'
	@echo 'make npm               fetch the JavaScript packages that tests use, else skip'
	@echo 'make installcheck      regression tests on a running server, after make install'
	@echo 'make clean             remove what was built'

.PHONY: all install uninstall installcheck prove_installcheck clean \
	test coverage lines sanitize unit fuzz golden ablate demo docs bench metrics truth realdata npm help always
