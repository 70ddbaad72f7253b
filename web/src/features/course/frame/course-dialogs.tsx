// Dialogs that the actions of the course header open, each loaded when it is opened.
import { Suspense } from 'react'
import { texts } from '../../../i18n.ts'
import { formToResume } from '../../../parts/base/drafts/resume.ts'
import { newIn } from '../../../parts/learning/bulletins/bulletin-form.ts'
import type { HeaderAction } from './header-actions.ts'
import type { Course } from './queries.ts'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

const BulletinEditor = laterDialog(() =>
  Promise.all([import('../../../parts/learning/bulletins/editor.tsx'), texts('bulletins', 'editor', 'upload')]).then(([module]) => module),
)
const LiteDialog = laterDialog(() => Promise.all([import('../settings/lite-dialog.tsx'), texts('teaching')]).then(([module]) => module))
const CopyDialog = laterDialog(() => Promise.all([import('../settings/copy-dialog.tsx'), texts('copies')]).then(([module]) => module))
const InviteDialog = laterDialog(() => Promise.all([import('../people/invite-dialog.tsx'), texts('members')]).then(([module]) => module))
const BinDialog = laterDialog(() => Promise.all([import('../content/bin-dialog.tsx'), texts('teaching')]).then(([module]) => module))
const AccessCodeDialog = laterDialog(() =>
  Promise.all([import('../join/access-code-dialog.tsx'), texts('members', 'teaching')]).then(([module]) => ({
    default: module.AccessCodeDialog,
  })),
)

export type CourseDialogs = 'accessCode' | 'bin' | 'bulletin' | 'copy' | 'invite' | 'lite' | 'teamTeaching'
export const dialogOf: Partial<Record<HeaderAction, CourseDialogs>> = {
  accessCode: 'accessCode',
  bin: 'bin',
  bulletin: 'bulletin',
  copy: 'copy',
  invite: 'invite',
  teamTeaching: 'teamTeaching',
  switchLite: 'lite',
  switchNormal: 'lite',
}

/** Whether a bulletin of the course was being written when the session ended. */
export const writesBulletin = (course: string): boolean => formToResume('bulletin', (thing) => thing === newIn({ course })) !== undefined

export function CourseDialog({ course, dialog, onClose }: { course: Course; dialog: CourseDialogs | undefined; onClose: () => void }) {
  return (
    <Suspense>
      {dialog === 'accessCode' && (
        <AccessCodeDialog courseId={course.id} name={course.display_name || course.name} open onClose={onClose} />
      )}
      {dialog === 'bulletin' && <BulletinEditor place={{ course: course.id }} id={undefined} onClose={onClose} />}
      {dialog === 'lite' && <LiteDialog course={course} onClose={onClose} />}
      {dialog === 'copy' && <CopyDialog course={course} onClose={onClose} />}
      {(dialog === 'invite' || dialog === 'teamTeaching') && (
        <InviteDialog course={course} way={dialog === 'invite' ? 'email' : 'organisation'} onClose={onClose} />
      )}
      {dialog === 'bin' && <BinDialog course={course.id} onClose={onClose} />}
    </Suspense>
  )
}
