-- Topics that were begun in all groups of a set at once: of one beginning, which counts as one post of its author.
alter table topics add column begun_with uuid;
