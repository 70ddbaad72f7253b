// A whole bulletin: title, who wrote it, text, attachments, and the confirmation that it asks for.
import { Check, Pin } from 'lucide-react'
import { useMemo } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip, Tile } from '../../../ui/marks/chip.tsx'
import { bytes, dateTime } from '../../../ui/format.ts'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import { fileLook } from '../../base/files/file-icons.ts'
import { useAddresses } from '../work/addresses.ts'
import { type Bulletin, useConfirmBulletin } from './queries.ts'

/** `level`: of its heading, below that of the page or of a dialog. */
export function BulletinView({ bulletin, level = 2 }: { bulletin: Bulletin; level?: 2 | 3 }) {
  const t = useTexts('bulletins')
  const confirm = useConfirmBulletin()
  const Heading = `h${level}` as const
  const files = useAddresses(useMemo(() => [...bulletin.pictures, ...bulletin.attachments], [bulletin]))
  const about = [bulletin.course?.name, bulletin.author?.name, bulletin.publish_at && dateTime(bulletin.publish_at)].filter(Boolean)
  return (
    <article>
      <Heading className="text-section font-semibold wrap-break-word">{bulletin.title}</Heading>
      <p className="mt-1 mb-3 flex flex-wrap items-center gap-2 text-caption text-text-3">
        <span>{about.join(' · ')}</span>
        {bulletin.pinned && (
          <Chip tone="outline" icon={Pin}>
            {t('pinned')}
          </Chip>
        )}
        {bulletin.expires_at && <span>{t('until', { time: dateTime(bulletin.expires_at) })}</span>}
      </p>
      <RichText html={bulletin.content} files={files} size="body" />
      {bulletin.attachments.length > 0 && (
        <ul aria-label={t('attachments')} className="mt-4 divide-y divide-line rounded-card border border-line">
          {bulletin.attachments.map(({ upload_id, name, type, size }) => (
            <li key={upload_id} className="relative flex min-h-11 items-center gap-3 p-2">
              <Tile {...fileLook(type)} size={28} />
              {files.has(upload_id) ? (
                <a href={files.get(upload_id)} target="_blank" rel="noopener noreferrer" className="stretched min-w-0 flex-1 truncate">
                  {name}
                </a>
              ) : (
                <span className="min-w-0 flex-1 truncate text-text-3">
                  {name} · {t('fileGone')}
                </span>
              )}
              <span className="tabular text-caption text-text-3">{bytes(size)}</span>
            </li>
          ))}
        </ul>
      )}
      {bulletin.confirm && bulletin.state === 'out' && (
        <div className="mt-4">
          {bulletin.confirmed_at ? (
            <Chip tone="ok" icon={Check}>
              {t('confirmedAt', { time: dateTime(bulletin.confirmed_at) })}
            </Chip>
          ) : (
            <Button
              variant="primary"
              icon={Check}
              busy={confirm.isPending}
              action="bulletin.confirm"
              onClick={() => confirm.mutate(bulletin.id, { onError: (error) => toast({ text: problemText(error), error: true }) })}
            >
              {t('confirmRead')}
            </Button>
          )}
        </div>
      )}
    </article>
  )
}
