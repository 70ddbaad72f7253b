// Dialog of who changed what in the draft of a group.
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { differenceOf } from '../activity/text-difference.ts'
import { problemText } from '../../base/errors/problem-text.ts'
import { query } from '../../../queries.ts'
import { classes } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { near, timeWithSeconds } from '../../../ui/format.ts'
import { Empty, Failed, SkeletonRows } from '../../../ui/states.tsx'

export default function GroupHistory({ activity, onClose }: { activity: string; onClose: () => void }) {
  const t = useTexts('work')
  const [chosen, setChosen] = useState(0)
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...query('GET /api/activities/:id/my-submission/drafts', { params: { id: activity } }),
    staleTime: 0,
  })
  const shown = data?.items[chosen]
  return (
    <Dialog open onClose={onClose} title={t('whoChanged')} description={t('whoChangedText')} width={900} top>
      {error && !data ? (
        <Failed title={problemText(error)} at={timeWithSeconds(errorUpdatedAt)} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={4} />
      ) : data.items.length === 0 ? (
        <Empty title={t('nobodyChanged')} card={false} />
      ) : (
        <div className="flex gap-5 pb-2 max-tablet:flex-col">
          <ul className="w-60 shrink-0 space-y-0.5 max-tablet:max-h-44 max-tablet:w-full max-tablet:overflow-y-auto">
            {data.items.map(({ at, by }, index) => (
              <li key={`${at} ${by?.id}`}>
                <button
                  type="button"
                  aria-pressed={index === chosen}
                  onClick={() => setChosen(index)}
                  className={classes(
                    'w-full rounded-control px-2.5 py-1.5 text-left',
                    index === chosen ? 'bg-accent-soft' : 'hover:bg-hover',
                  )}
                >
                  <span className="tabular block text-body font-medium">{near(at)}</span>
                  <span className={classes('block truncate text-caption', index === chosen ? 'text-accent-soft-text' : 'text-text-2')}>
                    {by?.name ?? t('formerMember')}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {shown && (
            <div className="min-w-0 flex-1 space-y-3">
              <Files before={data.items[chosen + 1]?.files ?? []} after={shown.files} />
              <Difference key={chosen} before={data.items[chosen + 1]?.text ?? ''} after={shown.text} />
            </div>
          )}
        </div>
      )}
    </Dialog>
  )
}

type File = { upload_id: string; name: string }

/** The files beside the text: those that came, those that went, and those that stayed. */
function Files({ before, after }: { before: readonly File[]; after: readonly File[] }) {
  const t = useTexts('work')
  const isIn = (list: readonly File[], { upload_id }: File) => list.some((one) => one.upload_id === upload_id)
  const gone = before.filter((one) => !isIn(after, one))
  if (after.length + gone.length === 0) return null
  return (
    <ul aria-label={t('files')} className="rich-text rich-difference flex flex-wrap gap-x-4 gap-y-1 text-small">
      {after.map((one) => (
        <li key={one.upload_id} className="wrap-break-word">
          {isIn(before, one) ? one.name : <ins>{t('fileAdded', { name: one.name })}</ins>}
        </li>
      ))}
      {gone.map((one) => (
        <li key={one.upload_id} className="wrap-break-word">
          <del>{t('fileRemoved', { name: one.name })}</del>
        </li>
      ))}
    </ul>
  )
}

function Difference({ before, after }: { before: string; after: string }) {
  const t = useTexts('work')
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const fragment = differenceOf(before, after)
    const formulas = [...fragment.querySelectorAll<HTMLElement>('[data-latex]')]
    box.current?.replaceChildren(fragment)
    if (formulas.length > 0)
      void import('../../../ui/text/formula-view.ts').then(
        ({ showFormula }) => formulas.forEach(showFormula),
        () => {},
      )
  }, [before, after])
  return (
    <section aria-label={t('text')} className="min-w-0 rounded-card border border-line px-6 py-4 max-tablet:px-4">
      <div ref={box} className="rich-text rich-difference text-read" />
    </section>
  )
}
