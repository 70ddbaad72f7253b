// Running attempts in SQL: the one of a person at an activity, and when it ends.

/** Joins the running attempt `running` of a person, an expression, to activities `a`: by an index that holds running ones alone. Trials are left out. */
export const joinRunning = (person: string) =>
  `left join attempts running on running.activity_id = a.id and running.person_id = ${person} and running.state = 'running'
   and not running.trial`
/** When it ends; null while it is paused, and where neither a limit nor a closing time ends it (`never` of rules.ts). */
export const runningEnds = `case when running.paused_at is null and running.deadline < running.started_at + interval '364 days' then running.deadline end`
