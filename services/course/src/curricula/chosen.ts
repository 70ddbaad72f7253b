// The courses in which a class is enrolled for a term of a curriculum: one for each compulsory code.
import { departmentBelowSql } from '@lyceum/identity/mirror/departments'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { endedSql } from '../courses/ending.ts'

export type Choosing = { org: string; curriculum: string; klass: string; term: number; termId: string | null; department: string | null }
type Choice = { code: string; course: string } | { code: string; fault: 'curriculum.courseMissing' | 'curriculum.courseAmbiguous' }

/**
 * Courses of the named term of the organisation, or else those that have not ended; for who manages one department those of it. Of several with one
 * code the one whose class, a text, is this one's name; otherwise nobody can know which is meant.
 */
export async function chosenCourses(tx: Tx, { org, curriculum, klass, term, termId, department }: Choosing): Promise<Choice[]> {
  const found = await rows<{ code: string; courses: string[]; own: string[] }>(
    tx,
    `
    select r.course_code as code, coalesce(array_agg(c.id::text order by c.id) filter (where c.id is not null), '{}') as courses,
      coalesce(array_agg(c.id::text order by c.id) filter (where c.klass = u.name), '{}') as own
    from curriculum_rows r join mirror.study_units u on u.id = $3
    left join courses c on c.org_id = $1 and c.course_code = r.course_code and not c.deleted
      and case when $5::uuid is null then ${endedSql} is not true
        else c.term_id = $5 or c.term_id in (select id from terms where parent_id = $5) end
      and ($6::text = '' or ${departmentBelowSql('c.department_id', '$6::text')})
    where r.curriculum_id = $2 and r.term = $4 and r.compulsory group by r.course_code order by r.course_code`,
    org,
    curriculum,
    klass,
    term,
    termId,
    department ?? '',
  )
  return found.map(({ code, courses, own }): Choice => {
    const [course, another] = courses.length > 1 ? own : courses
    if (course && !another) return { code, course }
    return { code, fault: courses.length === 0 ? 'curriculum.courseMissing' : 'curriculum.courseAmbiguous' }
  })
}

export const coursesIn = (choices: readonly Choice[]): string[] => choices.flatMap((one) => ('course' in one ? [one.course] : []))
