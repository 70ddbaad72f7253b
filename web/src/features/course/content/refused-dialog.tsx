// Popup of the activities that a change of several left as they are: each with its reason and the way to it.
import { Link } from 'react-router-dom'
import { activityHref, definitionOf } from '../../../activity-types.ts'
import { translateIfPresent, useTexts } from '../../../i18n.ts'
import type { Refused } from '../../../parts/learning/course/content-changes.ts'
import type { ActivityRow } from '../../../parts/learning/course/content.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Tile } from '../../../ui/marks/chip.tsx'

export default function RefusedDialog({
  refused,
  rows,
  onClose,
}: {
  refused: Refused
  /** The rows that were selected: of one that is gone the title is known from them alone. */
  rows: readonly ActivityRow[]
  onClose: () => void
}) {
  const t = useTexts('course')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('refusedTitle', { count: refused.length })}
      width={560}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('refusedClose')}
        </Button>
      }
    >
      {rows.length > refused.length && <p className="pb-2 text-body text-text-2">{t('refusedText')}</p>}
      <ul className="divide-y divide-line">
        {refused.map(({ activity_id: id, title, code, params }) => {
          const row = rows.find((one) => one.id === id)
          const { icon, tone } = definitionOf(row?.type ?? 'page')
          const reason = translateIfPresent('errors', code, params as Record<string, string | number>) ?? code
          return (
            <li key={id} className="flex items-center gap-3 py-2.5">
              <Tile tone={tone} icon={icon} size={28} />
              <div className="min-w-0 flex-1">
                {title !== null && row ? (
                  <Link to={activityHref(row)} className="text-body font-medium text-accent-text hover:underline">
                    {title}
                  </Link>
                ) : (
                  <span className="text-body font-medium">{title ?? row?.title}</span>
                )}
                <p className="text-small text-text-2">{reason}</p>
              </div>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
