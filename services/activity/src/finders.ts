// Finders of rows that belong to a course.
import { findInCourse } from '@lyceum/course/mirror/rules'
import type { Finder } from '@lyceum/kit/calls/routes'

/** A finder of the rows of a table (or subquery) that belong to a course; deleted courses are left out. */
export const finderIn =
  (table: string): Finder =>
  (tx, id, actor) =>
    findInCourse(tx, id, actor, { from: `${table} t` })
