// Progress in SQL: a person's activities that are done or begun, by indexes that hold these alone.

/** Ids of activities in the courses of `mine` that a person, an expression, has done; trials are left out. */
export const doneIn = (person: string) => `
    select p.activity_id from mine join progress p on p.course_id = mine.course_id and p.person_id = ${person} and not p.trial and p.completed_at is not null`
/** The same of activities that are begun and not done. */
export const begunIn = (person: string) => `
    select p.activity_id from mine join progress p on p.course_id = mine.course_id and p.person_id = ${person} and not p.trial and p.completed_at is null`
