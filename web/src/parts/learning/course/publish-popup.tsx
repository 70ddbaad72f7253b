// The place of the popup that publishes a course: each page of the course that offers publishing has one.
import { Suspense, useEffect } from 'react'
import type { Answer } from '../../../client.ts'
import { texts } from '../../../i18n.ts'
import { closePublish, usePublishRequested } from './publish-course.ts'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

const PublishDialog = laterDialog(() => Promise.all([import('./publish-dialog.tsx'), texts('teaching')]).then(([module]) => module))

export function PublishPopup({ course }: { course: Answer<'GET /api/courses/:id'> }) {
  // who goes back to an earlier page leaves it
  useEffect(() => closePublish, [])
  return (
    usePublishRequested(course.id) && (
      <Suspense>
        <PublishDialog course={course} onClose={closePublish} />
      </Suspense>
    )
  )
}
