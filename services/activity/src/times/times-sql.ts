// Times in SQL: whether students see an activity, and when it opens, is due and closes, by its module and for a person.

/** Whether students see activities of an alias: they are published, and so is their module. */
export const shownSql = (a: string) =>
  `${a}.published and not ${a}.deleted and not exists (select from modules hidden where hidden.id = ${a}.module_id and not hidden.published)`
/** Joins the module `d` of activities `a`. */
export const joinModule = 'left join modules d on d.id = a.module_id'
/** The times of activities `a` in modules `d`, as heldBy of rules.ts: greatest and least pass over null. */
export const heldSql = {
  opens: 'greatest(a.start_time, d.starts_at)',
  due: 'case when a.due_time > d.ends_at then d.ends_at else a.due_time end',
  closes: 'least(a.end_time, d.ends_at)',
} as const
/** Joins modules `d` and the personal times `t` of a person, an expression, to activities `a`. */
export const joinTimes = (person: string) => `${joinModule} left join personal_times t on t.activity_id = a.id and t.person_id = ${person}`
/** The times that hold for the person of joinTimes. */
export const opens = `coalesce(t.opens, ${heldSql.opens})`
export const due = `coalesce(t.due, ${heldSql.due})`
export const closes = `coalesce(t.closes, ${heldSql.closes})`
/** Whether it is open at a time, given as an expression. */
export const openAt = (time: string) => `(${opens} is null or ${opens} <= ${time}) and (${closes} is null or ${closes} > ${time})`

/** When the due time or the end of `a`, joined with its module, was over last; null before either. */
export const overSql = `greatest(case when ${heldSql.due} <= now() then ${heldSql.due} end, case when ${heldSql.closes} <= now() then ${heldSql.closes} end)`

/** Seen by students and with a criterion, locked or not, open or not yet: the activities of alias `a` that count. */
export const countsSql = (a: string) => `${shownSql(a)} and ${a}.criterion_key <> 'none'`
/** The same of one course, an expression, as a table and its conditions: what an index (activities_counted) has of activities `a`, and their modules `d`. */
export const countedIn = (course: string) => `activities a left join modules d on d.id = a.module_id and d.course_id = ${course}
      where a.course_id = ${course} and a.published and not a.deleted and a.criterion_key <> 'none' and d.published is not false`
