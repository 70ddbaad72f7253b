// A task of a page as a card: how far it is, how it ended with its report, the file that it leaves among one's own.
import { Download, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { currentScope } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { TaskProgress, useTask } from './task-progress.tsx'
import { buttonLook } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

type Props = {
  id: string
  onEnd?: () => void
  /** Takes the card away, once the task has ended. */
  onClose: () => void
  /** Below it: what can be done after it. */
  children?: ReactNode
}

export default function TaskCard({ id, onEnd, onClose, children }: Props) {
  const t = useTexts('exports')
  const ui = useTexts('ui')
  const { state, result } = useTask(id) ?? {}
  const { upload, name } = (result ?? {}) as { upload?: string; name?: string }
  return (
    <div className="surface-card mb-3 flex items-start gap-2 p-4">
      <div className="min-w-0 flex-1 space-y-3">
        <TaskProgress id={id} {...(onEnd && { onEnd })} />
        {upload && name && (
          <a href={`/api/uploads/${upload}/blob?scope=${currentScope()?.org ?? ''}`} download={name} className={buttonLook('secondary')}>
            <Download aria-hidden size={16} strokeWidth={1.75} />
            {t('download', { name })}
          </a>
        )}
        {children}
      </div>
      {state && state !== 'running' && <IconButton label={ui('close')} icon={X} onClick={onClose} />}
    </div>
  )
}
