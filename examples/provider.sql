-- provider.sql: a provider in PL/Python for memo_ask_with, and a question answered with it.
--     psql -v url="$MODEL_URL" -v deal=7 -f examples/provider.sql
-- Debian: postgresql-plpython3-NN. The model at url gets {system, user, response_schema} in JSON and answers with JSON of
-- that schema. The function belongs to a superuser, who grants it: who may call it makes the server call url, and only url.
\set ON_ERROR_STOP on
CREATE EXTENSION IF NOT EXISTS plpython3u;

CREATE OR REPLACE FUNCTION ask_model(request jsonb) RETURNS jsonb
LANGUAGE plpython3u
SET model.url = :'url'
AS $$
import json
import urllib.request

asked = json.loads(request)
body = json.dumps({name: asked[name] for name in ("system", "user", "response_schema")}).encode()
url = plpy.execute("SELECT current_setting('model.url') AS url")[0]["url"]
post = urllib.request.Request(url, body, {"Content-Type": "application/json"})
with urllib.request.urlopen(post, timeout=120) as response:
    answer = response.read().decode()
try:
    json.loads(answer)
except ValueError:
    return json.dumps(answer)  # no JSON: a bad answer like any other, asked for again
return answer
$$;
REVOKE EXECUTE ON FUNCTION ask_model(jsonb) FROM PUBLIC;

-- Outside a transaction block, so that nothing is open while the model thinks.
CALL memo_ask_with('ask_model', :deal, 'What should a lender look at first?') \gset
SELECT memo_answer_text(:'request_id');
