// The share of roll calls that somebody attended, of attendance `a` that is grouped by person.

/** Present, and left early, count 1, late ½; null where nothing counts. */
export const share = `((count(*) filter (where a.state in ('present', 'left_early')) + 0.5 * count(*) filter (where a.state = 'late'))
  / nullif(count(*) filter (where a.state <> 'excused'), 0))`
