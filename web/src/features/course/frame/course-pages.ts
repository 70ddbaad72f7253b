// Pages of a course that its navigation settings can name, with their paths, and the built ones among them (pages.ts).
import { pages } from '../../../pages.ts'
import { paths } from '../../../paths.ts'

export const coursePages = {
  content: paths.content,
  outline: paths.outline,
  enrollments: paths.members,
  groups: paths.courseGroups,
  score: paths.courseScore,
  warning: paths.warning,
  resource: paths.courseResource,
  forum: (id: string) => paths.forum(id),
  attendance: (id: string) => paths.attendance(id),
  settings: paths.courseSettings,
}
export type CoursePageKey = keyof typeof coursePages

export const builtCoursePages = (Object.keys(coursePages) as CoursePageKey[]).filter((key) => !('unbuilt' in pages[`/course/:id/${key}`]))
