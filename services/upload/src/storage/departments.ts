// SQL over the departments of a manager: the organisation is $1, the department of theirs $2, empty for the whole organisation.

/** Whether the department in a column is $2 or below it. */
export const below = (column: string) =>
  `${column} in (select d.id from mirror.departments d where d.org_id = $1 and nullif($2, '')::uuid = any(d.path))`
/** Whether the person in a column belongs to $2 or below it. */
export const inDepartment = (person: string) =>
  `exists (select from mirror.memberships m where m.org_id = $1 and m.person_id = ${person} and ${below('m.department_id')})`
