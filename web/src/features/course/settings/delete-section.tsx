// Deleting the course, for who may: it can be brought back at once, and for 30 days from the list of deleted courses.
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { deleteCourse, restoreCourse } from '../../../parts/learning/course/delete-course.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { Section } from '../../../parts/base/page/section.tsx'
import { courseBack, paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { Course } from '../frame/queries.ts'

export default function DeleteSection({ course }: { course: Course }) {
  const t = useTexts('course-settings')
  const go = useNavigate()
  const [asking, setAsking] = useState(false)
  const name = course.display_name || course.name
  const failed = (error: unknown) => toast({ text: problemText(error), error: true })
  const undo = () => restoreCourse(course.id).then(() => go(paths.content(course.id)), failed)
  const remove = async () => {
    try {
      await deleteCourse(course.id)
    } catch (error) {
      setAsking(false)
      return failed(error)
    }
    go(courseBack(course.course_type, () => null))
    toast({ text: t('deleted', { name }), undo: () => void undo() })
  }
  return (
    <Section title={t('deleteTitle')}>
      <div className="surface-card flex flex-wrap items-center gap-x-4 gap-y-2 p-5 max-tablet:p-4">
        <p className="min-w-[min(260px,100%)] flex-1 text-text-2">{t('deleteText')}</p>
        <Button icon={Trash2} onClick={() => setAsking(true)}>
          {t('delete')}
        </Button>
      </div>
      <Confirm
        open={asking}
        danger
        title={t('deleteAsk', { name })}
        description={t('deleteAskText')}
        confirmLabel={t('delete')}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      />
    </Section>
  )
}
