// The content of a copied course while it is copied, on its page: its progress, or the parts that did not come.
import type { Answer } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { RunningTasks } from '../../base/tasks/running-tasks.tsx'

export default function Copying({ course }: { course: Answer<'GET /api/courses/:id'> }) {
  const t = useTexts('copies')
  if (course.course_attributes.data.course_importer_status === 2)
    return (
      <Banner tone="bad" urgent>
        {t('notWhole')}
      </Banner>
    )
  return <RunningTasks subject={`course:${course.id}`} />
}
