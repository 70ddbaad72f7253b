// SQL over the departments of a manager: the organisation is $1, the department of theirs $2, empty for the whole organisation.
import { departmentBelowSql, personBelowSql } from '@lyceum/identity/mirror/departments'

/** Whether the person in a column belongs to $2 or below it. */
export const inDepartment = (person: string) => personBelowSql(person, '$1', '$2')
/**
 * Whether file `u`, of course `c` where it has one, is in $2 or below it: by the department of its course, else by that of its owner. A file
 * with neither belongs to managers of the whole organisation.
 */
export const fileInDepartment = `case when c.department_id is not null then ${departmentBelowSql('c.department_id', '$2')} else ${inDepartment('u.owner_id')} end`
