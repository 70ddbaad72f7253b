// Exhibits of the course header with every action, built or not.
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AddMenu } from '../../features/course/content/add-menu.tsx'
import type { Course } from '../../features/course/frame/queries.ts'
import { CourseHeader, primaryPlace } from '../../features/course/frame/course-header.tsx'
import { PublishChip } from '../../features/course/frame/publish-chip.tsx'
import RoleStrip from '../../features/course/frame/role-strip.tsx'
import { queryClient } from '../../queries.ts'
import { exhibit } from '../exhibit.ts'
import { Routed } from '../routed.tsx'
import { noRights, sampleCourse as sample } from '../sample-course.ts'
import { WithTexts } from '../with-texts.tsx'

const features = ['course', 'course-page', 'kinds', 'errors'] as const
const attributes = (published: boolean, review_status: 'reviewed' | 'unreviewed', course_importer_status: 0 | null = null) => ({
  ...sample.course_attributes,
  published,
  data: { review_status, course_importer_status },
})
const Framed = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <Routed>
      <WithTexts features={features}>{children}</WithTexts>
    </Routed>
  </QueryClientProvider>
)
const ignore = () => {}
const full = (fields: Partial<Course>) => {
  const course = { ...sample, ...fields }
  return (
    <Framed>
      <CourseHeader
        course={course}
        current="content"
        withUnbuilt
        primary={<div className={primaryPlace}>{course.can.teach && <AddMenu onAdd={ignore} />}</div>}
      />
      <RoleStrip course={course} />
    </Framed>
  )
}
const managing = { ...sample.can, manage: true, inspect: true }
const lowered = { ...noRights, simulate: true }

export default exhibit({
  'an instructor, published': full({}),
  'an instructor, draft, lite, importing': full({ lite: true, course_attributes: attributes(false, 'unreviewed', 0) }),
  'a manager, unreviewed': full({
    role: null,
    can: managing,
    course_attributes: attributes(true, 'unreviewed'),
  }),
  'a student': full({ role: 'student', can: { ...lowered, simulate: false } }),
  'as a student': full({ role: 'student', simulating: 'student', can: lowered }),
  'in preview': full({ role: 'student', simulating: 'preview', can: lowered }),
  inspecting: full({ role: null, simulating: 'inspect', can: lowered }),
  'all actions of a manager': {
    alone: true,
    show: full({ role: null, can: managing }),
    press: 'More actions',
  },
  // The chip alone: on a phone it is in the page, not in the header.
  'the state’s menu': {
    alone: true,
    show: (
      <Framed>
        <PublishChip course={{ ...sample, course_attributes: attributes(false, 'reviewed') }} withUnbuilt />
      </Framed>
    ),
    press: 'Draft',
  },
})
