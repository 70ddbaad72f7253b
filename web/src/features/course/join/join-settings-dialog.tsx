// Dialog of who may join a course.
import { useTexts } from '../../../i18n.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { JoinSection } from './join-section.tsx'
import type { Course } from '../frame/queries.ts'

export default function JoinSettingsDialog({ course, onClose }: { course: Course; onClose: () => void }) {
  const t = useTexts('members')
  return (
    <Dialog open onClose={onClose} title={t('whoMayJoin')} description={t('whoMayJoinText')} width={560}>
      <div className="pb-5">
        <JoinSection course={course} onSaved={onClose} />
      </div>
    </Dialog>
  )
}
