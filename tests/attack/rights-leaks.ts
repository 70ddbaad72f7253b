// Canary words in answers whose reader may not see them.
import type { Operation } from './operations.ts'
import type { Arena } from './rights-arena.ts'
import type { Subject } from './rights-subjects.ts'

const teaching: Subject[] = ['owner', 'assistant', 'manager', 'admin', 'wgAdmin']
const ofTheCourse: Subject[] = [...teaching, 'student', 'simulating']
const ofTheSchool: Subject[] = [...ofTheCourse, 'unenrolled', 'otherTeacher', 'otherStudent']

/** The canary words in an answer that its reader may not see. */
export function leaks(
  { report, home }: Arena,
  { operation, subject, text, repeat }: { operation: Operation; subject: Subject; text: string; repeat: string },
) {
  const { draft, hidden, course } = home.canaries
  const found = (word: string, who: Subject[]) => !who.includes(subject) && text.includes(word)
  // a teacher who sees one course as a student still teaches it on their own start page
  if (subject === 'simulating' && operation.path.startsWith('/api/my-')) return
  report.check(!found(draft, teaching), `${operation.key} tells ${subject} the title of a draft`, repeat)
  // the assistant is in the other course only
  report.check(
    !found(
      hidden,
      teaching.filter((one) => one !== 'assistant'),
    ),
    `${operation.key} tells ${subject} the name of a hidden course`,
    repeat,
  )
  const byCode = operation.path.includes('access-code') || operation.path.endsWith('/join')
  // a former member keeps the notifications from their time in the course
  const earlier = subject === 'unenrolled' && operation.path.startsWith('/api/notifications')
  if (!byCode && !earlier && !['otherTeacher', 'otherStudent', 'unenrolled'].includes(subject))
    report.check(!found(course, ofTheSchool), `${operation.key} tells ${subject} the name of a course of another organisation`, repeat)
  if (!operation.path.endsWith('/access_code') && !byCode)
    report.check(!text.includes(home.ids.code), `${operation.key} tells ${subject} the access code`, repeat)
  if (['student', 'simulating', 'visitor'].includes(subject)) {
    const other = [...home.owner.login.matchAll(/^[^@]+@.*$/g)][0]?.[0] ?? '-'
    report.check(!text.includes(other), `${operation.key} tells ${subject} the e-mail of the teacher`, repeat)
  }
}
