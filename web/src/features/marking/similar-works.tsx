// Passages of a work that are in another one of the course too: a hint with both places side by side, never a verdict.
import { useQuery } from '@tanstack/react-query'
import { Columns2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Answer } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { percent } from '../../ui/format.ts'
import { authorName, type Submission } from './queries.ts'

type Similar = Answer<'GET /api/submissions/:id/similar'>['items'][number]

const whys = {
  encrypted: 'whyEncrypted',
  broken: 'whyBroken',
  tooLarge: 'whyTooLarge',
  noText: 'whyNoText',
  kind: 'whyKind',
  older: 'whyOlder',
  cut: 'whyCut',
} as const satisfies Record<Answer<'GET /api/submissions/:id/similar'>['left_out'][number]['why'], string>

export function SimilarWorks({ submission: { id, course_id: course } }: { submission: Submission }) {
  const t = useTexts('marking')
  const [open, setOpen] = useState<Similar>()
  const { data } = useQuery({ ...query('GET /api/submissions/:id/similar', { params: { id } }), staleTime: 60_000 })
  if (!data) return null
  const left = !data.ready ? t('similarWaits') : data.compared === 0 ? t('notCompared') : undefined
  if (data.items.length === 0 && !left && data.left_out.length === 0) return null
  const name = ({ author, activity_title: title }: Similar) => [authorName(author, t), title].filter(Boolean).join(', ')
  return (
    <section aria-label={t('similar')} className="space-y-2 px-4 py-3">
      <h3 className="text-body font-semibold">{t('similar')}</h3>
      {data.items.length > 0 && <p className="text-caption text-text-2">{t('similarHint')}</p>}
      <ul className="space-y-1">
        {data.items.map((one) => (
          <li key={one.submission_id} className="flex items-center gap-2 text-small">
            <span className="tabular w-11 shrink-0 font-semibold">{percent(one.percent)}</span>
            <span className="min-w-0 flex-1 wrap-break-word">{name(one)}</span>
            <Button size="sm" icon={Columns2} onClick={() => setOpen(one)}>
              {t('sideBySide')}
            </Button>
          </li>
        ))}
      </ul>
      {left && <p className="text-caption text-text-2">{left}</p>}
      {data.ready && data.left_out.length > 0 && (
        <div className="text-caption text-text-2">
          <p>{t('leftOut')}</p>
          <ul className="list-disc ps-4">
            {data.left_out.map(({ file, why }) => (
              <li key={`${file} ${why}`} className="wrap-break-word">
                {file}: {t(whys[why])}
              </li>
            ))}
          </ul>
        </div>
      )}
      {open && (
        <Dialog
          open
          width={900}
          title={name(open)}
          description={t('similarOf', { percent: percent(open.percent) })}
          onClose={() => setOpen(undefined)}
        >
          <div className="space-y-3 pb-2">
            <div className="grid grid-cols-2 gap-3 max-tablet:hidden">
              <Side />
              <Side other={paths.markWork(course, open.activity_id, open.submission_id)} />
            </div>
            <ol className="space-y-3">
              {open.places.map(({ here, there }) => (
                <li key={`${here.file} ${here.from} ${there.file} ${there.from}`} className="grid grid-cols-2 gap-3 max-tablet:grid-cols-1">
                  {[here, there].map((place, at) => (
                    <div key={at === 0 ? 'here' : 'there'} className="flex flex-col gap-1">
                      <div className="tablet:hidden">
                        <Side other={at === 0 ? undefined : paths.markWork(course, open.activity_id, open.submission_id)} />
                      </div>
                      <blockquote
                        lang=""
                        className="flex-1 rounded-control border border-line bg-warn-soft p-2 text-small whitespace-pre-wrap text-warn-text wrap-break-word"
                      >
                        {(here.file ?? there.file) !== null && (
                          <span className="block text-caption font-medium">{place.file ?? t('writtenText')}</span>
                        )}
                        {place.text}
                      </blockquote>
                    </div>
                  ))}
                </li>
              ))}
            </ol>
          </div>
        </Dialog>
      )}
    </section>
  )
}

/** The name of the work that the text below it is of: this one, or the other, to which it leads. */
function Side({ other }: { other?: string | undefined }) {
  const t = useTexts('marking')
  return (
    <span className="text-small font-medium text-text-2">
      {other === undefined ? (
        t('thisWork')
      ) : (
        <Link to={other} className="text-accent-text underline-offset-2 hover:underline">
          {t('otherWork')}
        </Link>
      )}
    </span>
  )
}
