// Dialog of the versions of a question: who wrote which and when, and what each has changed, marked in its text.
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Answer } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { near } from '../../../ui/format.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import { differenceOf } from '../activity/text-difference.ts'
import { ReadFailed } from '../../base/errors/read-failed.tsx'
import { questionFilesQuery } from './queries.ts'
import { textOfVersion } from './version-text.ts'

export type Version = Answer<'GET /api/questions/:id/versions'>['items'][number]

export default function QuestionHistory({
  id,
  onTake,
  onClose,
}: {
  id: string
  /** Takes an older version into the editor; without it none can be taken. */
  onTake?: (version: Version) => void
  onClose: () => void
}) {
  const t = useTexts('banks')
  const q = useTexts('questions')
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...query('GET /api/questions/:id/versions', { params: { id } }),
    staleTime: 0,
  })
  const { data: granted } = useQuery(questionFilesQuery(id))
  const [chosen, setChosen] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const at = data?.items.findIndex((each) => each.id === chosen) ?? -1
  const shown = data?.items[Math.max(0, at)]
  const before = data?.items[Math.max(0, at) + 1]
  useLayoutEffect(() => {
    if (!shown) return
    const points = (shown: string) => t('pointsOf', { count: Number(shown), shown })
    const words = { right: q('verdict.right'), true: q('true'), false: q('false'), points }
    const text = textOfVersion(shown, words)
    const fragment = differenceOf(before ? textOfVersion(before, words) : text, text)
    for (const picture of fragment.querySelectorAll<HTMLImageElement>('img[data-upload]')) {
      const address = granted?.items.find(({ upload_id }) => upload_id === picture.dataset.upload)?.url
      if (address) picture.src = address
      picture.alt ||= ''
    }
    const formulas = [...fragment.querySelectorAll<HTMLElement>('[data-latex]')]
    box.current?.replaceChildren(fragment)
    if (formulas.length > 0)
      void import('../../../ui/text/formula-view.ts').then(
        ({ showFormula }) => formulas.forEach(showFormula),
        () => {},
      )
  }, [shown, before, granted, q, t])
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('history')}
      description={t('historyText')}
      width={900}
      top
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('close')}
          </Button>
          {onTake && (
            <Button variant="primary" off={at > 0 ? undefined : t('isPresent')} onClick={() => shown && at > 0 && onTake(shown)}>
              {t('takeVersion')}
            </Button>
          )}
        </>
      }
    >
      {error && !data ? (
        <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={4} />
      ) : (
        <div className="flex gap-5 pb-2 max-tablet:flex-col">
          <ul className="w-60 shrink-0 space-y-0.5 max-tablet:max-h-44 max-tablet:w-full max-tablet:overflow-y-auto">
            {data.items.map((version) => (
              <li key={version.id}>
                <button
                  type="button"
                  aria-pressed={version === shown}
                  onClick={() => setChosen(version.id)}
                  className={classes(
                    'w-full rounded-control px-2.5 py-1.5 text-left',
                    version === shown ? 'bg-accent-soft' : 'hover:bg-hover',
                  )}
                >
                  <span className="tabular block text-body font-medium">
                    {t('versionN', { n: version.n })} · {near(version.at)}
                  </span>
                  <span className={classes('block truncate text-caption', version === shown ? 'text-accent-soft-text' : 'text-text-2')}>
                    {version.by?.name ?? t('nobody')}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <section aria-label={t('versionText')} className="min-w-0 flex-1 rounded-card border border-line px-6 py-4 max-tablet:px-4">
            <div ref={box} className="rich-text rich-difference text-read" />
          </section>
        </div>
      )}
    </Dialog>
  )
}
