// The rules that calls about courses name in `may`, as contract tables know them; rules.ts decides them.

/**
 * signedIn: any person of the organisation; teach: may make courses there; manage: manages the organisation; viewCourse, teachCourse,
 * manageCourse: the same of one course, where the caller is in it.
 */
export type CourseRule = 'signedIn' | 'teach' | 'manage' | 'viewCourse' | 'teachCourse' | 'manageCourse'
