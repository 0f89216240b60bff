-- deal.sql: deal 7, what the examples work on. Ingestion writes such rows: documents, their passages, canonical metrics.
--     psql -f examples/deal.sql
\set ON_ERROR_STOP on
CREATE EXTENSION IF NOT EXISTS memocite;
SELECT memo_init();
DELETE FROM memocite.deal WHERE deal_id = 7;
INSERT INTO memocite.deal(deal_id, name) VALUES (7, 'Harbor Street');
INSERT INTO memocite.document(deal_id, doc_id, title, path, source_type) VALUES
    (7, 'om', 'Offering Memorandum', 'om.pdf', 'pdf'),
    (7, 'pca', 'Property Condition Assessment', 'pca.pdf', 'pdf'),
    (7, 'rr', 'Rent Roll', 'rr.pdf', 'pdf');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, score, content) VALUES
    (7, 'om-4', 'om', 4, 0.95, 'In-place net operating income was $4.2 million in the trailing twelve months, 3.1% above the year before, as collected rents grew faster than taxes and insurance did.'),
    (7, 'om-9', 'om', 9, 0.90, 'The business plan renovates 120 units at $14,500 each over two years, and the sponsor expects a premium of $165 a month on every renovated unit.'),
    (7, 'pca-5', 'pca', 5, 0.85, 'Immediate repairs of $186,500 are recommended, most of them to the balconies of buildings C and D, where the engineer saw corroded anchors at eleven locations.'),
    (7, 'pca-8', 'pca', 8, 0.80, 'The roofs of all six buildings were replaced in 2019 under a warranty that runs for twenty years and passes to a buyer without any further payment.'),
    (7, 'rr-1', 'rr', 1, 0.75, 'Of the 212 units 201 were let on the day of the rent roll, at an average of $1,745 a month, and nineteen leases end within the next ninety days.'),
    (7, 'rr-3', 'rr', 3, 0.70, 'Four tenants were more than sixty days behind with their rent, and together they owed $23,480, of which the deposits held by the landlord cover about a third.');
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES
    (7, 'irr', '', 18.5, 'percent'),
    (7, 'dscr', '', 1.35, 'multiple');
