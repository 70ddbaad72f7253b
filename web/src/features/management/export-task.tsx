// The task of an export, with the file that it leaves among one's own.
import { Download } from 'lucide-react'
import { currentScope } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { TaskProgress, useTask } from '../../parts/base/tasks/task-progress.tsx'
import { buttonLook } from '../../ui/button.tsx'

export default function ExportTask({ id }: { id: string }) {
  const t = useTexts('exports')
  const { upload, name } = (useTask(id)?.result ?? {}) as { upload?: string; name?: string }
  return (
    <div className="surface-card mb-3 space-y-3 p-4">
      <TaskProgress id={id} />
      {upload && name && (
        <a href={`/api/uploads/${upload}/blob?scope=${currentScope()?.org ?? ''}`} download={name} className={buttonLook('secondary')}>
          <Download aria-hidden size={16} strokeWidth={1.75} />
          {t('download', { name })}
        </a>
      )}
    </div>
  )
}
