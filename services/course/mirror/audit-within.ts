// The audit lines that a manager of a department reads: of its courses, else of its people. `line` is a row of the log.
import { personBelowSql } from '@lyceum/identity/mirror/departments'
import { withinSql } from './rules.ts'

export const auditWithin = (
  department: string,
): string => `case when line.course is null then ${personBelowSql('line.person', 'line.org_id', department)}
  else exists (select from mirror.courses c left join mirror.departments d on d.id = c.department_id where c.id = line.course and ${withinSql(department)}) end`
