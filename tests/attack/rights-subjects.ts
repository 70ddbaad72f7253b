// Subjects of the attack on rights: its people, their tries, and the rule for each.

/** The subjects: relations of a person to the attacked course, file and organisation ("home"). */
export const subjects = [
  'visitor', // no session
  'signedOut', // a session that has ended
  'owner', // teaches the course, owns the file and the group
  'assistant', // assists in the course, is a plain member of the group
  'student', // learns in the course
  'unenrolled', // has learned in the course and was taken out
  'otherTeacher', // teaches elsewhere in the organisation
  'otherStudent', // learns elsewhere in the organisation
  'simulating', // teaches the course, and sees it as a student now
  'manager', // educational admin of the organisation
  'otherManager', // educational admin of a department that neither the course nor its people belong to
  'admin', // administers the organisation
  'wgAdmin', // workgroup admin of the organisation
  'awayTeacher', // of another organisation, in their own scope
  'awayStudent',
  'awayAdmin',
  'intruder', // administers another organisation and claims the scope of this one
] as const
export type Subject = (typeof subjects)[number]
/** open: must not be refused. closed: must be refused. unsaid: the specification leaves it open. */
export type Verdict = 'open' | 'closed' | 'unsaid'

export const home: Subject[] = [
  'owner',
  'assistant',
  'student',
  'unenrolled',
  'otherTeacher',
  'otherStudent',
  'simulating',
  'manager',
  'otherManager',
  'admin',
  'wgAdmin',
]
export const away: Subject[] = ['awayTeacher', 'awayStudent', 'awayAdmin']
export const managers: Subject[] = ['manager', 'admin', 'wgAdmin']
export const teachers: Subject[] = ['owner', 'assistant']

/** Subjects in neither list are refused. */
export type Rule = { open: Subject[]; unsaid?: Subject[]; calls: string[] }
