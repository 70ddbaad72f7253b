// The department of what is of a course or, without one, of a person: whose managers decide about it.
import { departmentBelowSql, personBelowSql } from '@lyceum/identity/mirror/departments'

/** Whether it is of a department of the organisation or below it, both parameters: by the department of its course, else by the person's. */
export const courseOrPersonBelowSql = (course: string, person: string, org: string, department: string): string => `coalesce(
  (select ${departmentBelowSql('c.department_id', department)} from mirror.courses c where c.id = ${course} and c.department_id is not null),
  ${personBelowSql(person, org, department)})`
