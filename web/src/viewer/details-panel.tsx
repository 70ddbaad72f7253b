// Panel of a file's details beside the stage, 290 px wide, on a phone a sheet: properties, uses, captions.
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTexts } from '../i18n.ts'
import { languageName } from '../player/use-captions.ts'
import { query } from '../queries.ts'
import { classes } from '../ui/class-names.ts'
import { bytes, clock, dateTime, list } from '../ui/format.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { sheetClasses, usePhone } from '../ui/dialogs/phone.tsx'
import type { View } from './stage.ts'

const RecordingEditor = lazy(() => import('../player/recording-editor.tsx'))

/** `byOwnRight`: the reader is the owner or a teacher, not the holder of an activity's grant, and sees uses and captions too. */
export function DetailsPanel({ view, byOwnRight, onClose }: { view: View; byOwnRight: boolean; onClose: () => void }) {
  const t = useTexts('viewer')
  const phone = usePhone()
  const isRecording = view.kind === 'video' || view.kind === 'audio'
  const details: [string, string | undefined][] = [
    [t('size'), bytes(view.size)],
    [t('added'), view.created_at === null ? undefined : dateTime(view.created_at)],
    [t('pages'), view.pages === null ? undefined : String(view.pages)],
    [t('length'), view.duration === null ? undefined : clock(view.duration)],
    [t('captions'), list(view.captions.map((caption) => languageName(caption.language))) || undefined],
    [t('download'), t(view.download ? 'allowed' : 'notAllowed')],
  ]
  return (
    <aside
      aria-label={t('details')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        event.preventDefault()
        onClose()
      }}
      className={classes(phone ? `${sheetClasses} overflow-y-auto` : 'w-[290px] shrink-0 overflow-y-auto border-l border-line bg-surface')}
    >
      <div className="flex min-h-11 items-center justify-between pr-1.5 pl-4">
        <h3 className="text-small font-semibold">{t('details')}</h3>
        <IconButton size="sm" label={t('closeDetails')} icon={X} onClick={onClose} />
      </div>
      <dl className="space-y-2 px-4 pb-4 text-small">
        <Detail name={t('name')}>{view.name}</Detail>
        {details.map(
          ([name, value]) =>
            value !== undefined && (
              <Detail key={name} name={name}>
                {value}
              </Detail>
            ),
        )}
      </dl>
      {byOwnRight && <References id={view.id} />}
      {byOwnRight && isRecording && (
        <section aria-label={t('captions')} className="border-t border-line">
          <Suspense>
            <RecordingEditor upload={view.id} chapters={view.chapters} />
          </Suspense>
        </section>
      )}
    </aside>
  )
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-caption text-text-3">{name}</dt>
    <dd className="break-words">{children}</dd>
  </div>
)

/** The first 20 activities that use the file. */
function References({ id }: { id: string }) {
  const t = useTexts('viewer')
  const { data } = useQuery(query('GET /api/uploads/:id/references', { params: { id }, query: { page: 1, page_size: 10 } }))
  if (!data) return null
  return (
    <section aria-label={t('usedIn')} className="border-t border-line px-4 py-3">
      <h3 className="mb-1.5 text-small font-semibold">{t('usedIn')}</h3>
      {data.total + data.hidden === 0 ? (
        <p className="text-small text-text-2">{t('usedNowhere')}</p>
      ) : (
        <ul className="space-y-2 text-small">
          {data.items.map((reference) => (
            <li key={reference.activity_id}>
              <a
                href={
                  reference.holder_kind === 'cover'
                    ? `/course/${reference.course_id}/content`
                    : `/course/${reference.course_id}/learning-activity#/${reference.activity_id}`
                }
                className="text-accent-text hover:underline"
              >
                {reference.holder_kind === 'cover' ? t('asCover') : reference.title}
              </a>
              <span className="block text-caption text-text-3">{reference.course_name}</span>
            </li>
          ))}
          {data.total > data.items.length && <li className="text-text-3">{t('andMore', { count: data.total - data.items.length })}</li>}
          {data.hidden > 0 && <li className="text-text-3">{t('usedElsewhere', { count: data.hidden })}</li>}
        </ul>
      )}
    </section>
  )
}
