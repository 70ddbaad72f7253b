// Dialog of the kept versions of a text: who saved what and when, what each saving changed, and the way back to it.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { type Answer, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { invalidate, query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { dateTime, near, timeWithSeconds } from '../../../ui/format.ts'
import { showIfMissing } from '../../../ui/text/missing-picture.ts'
import { Pagination } from '../../../ui/table/pagination.tsx'
import { Bone, Empty, Failed, SkeletonRows } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { Activity } from '../course/content.ts'
import { problemText } from '../../base/errors/problem-text.ts'
import { pictureSources } from '../../base/rich-text/picture-sources.ts'
import { differenceOf } from './text-difference.ts'

type Version = Answer<'GET /api/activities/:id/versions'>['items'][number]
const pageSize = 20

/** `onRestored`: the activity has another text now. */
export default function TextHistory({
  activity: { id, version },
  onRestored,
  onClose,
}: {
  activity: Pick<Activity, 'id' | 'version'>
  onRestored: () => void
  onClose: () => void
}) {
  const t = useTexts('writing')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<string>()
  const [busy, setBusy] = useState(false)
  const present = useRef<string>(undefined)
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...query('GET /api/activities/:id/versions', { params: { id }, query: { page, page_size: pageSize } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (data?.page === 1) present.current = data.items[0]?.id
  const shown = chosen ?? data?.items[0]?.id
  const isPresent = shown === undefined || shown === present.current

  const restore = async (of: string, seen?: number) => {
    const { title } = await call('POST /api/activities/:id/versions/:version_id/restore', {
      params: { id, version_id: of },
      body: seen === undefined ? {} : { version: seen },
    })
    await invalidate(
      'GET /api/activities/:id',
      'GET /api/activities/:id/pictures',
      'GET /api/activities/:id/versions',
      'GET /api/courses/:id/content',
    )
    return title
  }
  const restoreShown = async () => {
    if (!shown) return
    const before = present.current
    setBusy(true)
    try {
      const title = await restore(shown, version)
      const undo = () =>
        void restore(before ?? shown).then(onRestored, (failure: unknown) => toast({ text: problemText(failure), error: true }))
      toast({ text: t('restoredNow', { title }), ...(before && { undo }) })
      onClose()
      onRestored()
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
      setBusy(false)
    }
  }
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
          <Button variant="primary" busy={busy} off={isPresent ? t('isPresent') : undefined} onClick={() => void restoreShown()}>
            {t('restore')}
          </Button>
        </>
      }
    >
      {error && !data ? (
        <Failed title={problemText(error)} at={timeWithSeconds(errorUpdatedAt)} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={4} />
      ) : data.total === 0 ? (
        <Empty title={t('noVersions')} text={t('noVersionsText')} />
      ) : (
        <div className="flex gap-5 pb-2 max-tablet:flex-col">
          <div className="w-60 shrink-0 max-tablet:w-full">
            <ul className="space-y-0.5 max-tablet:max-h-44 max-tablet:overflow-y-auto">
              {data.items.map((one) => (
                <li key={one.id}>
                  <VersionButton
                    version={one}
                    present={one.id === present.current}
                    pressed={one.id === shown}
                    onPress={() => setChosen(one.id)}
                  />
                </li>
              ))}
            </ul>
            {data.pages > 1 && (
              <Pagination
                simple
                scroll={false}
                page={data.page}
                pages={data.pages}
                pageSize={pageSize}
                total={data.total}
                onChange={(next) => {
                  setPage(next)
                  setChosen(undefined)
                }}
              />
            )}
          </div>
          {shown && <VersionText key={shown} activity={id} version={shown} />}
        </div>
      )}
    </Dialog>
  )
}

function VersionButton({
  version: { created_at, restored_from, person },
  present,
  pressed,
  onPress,
}: {
  version: Version
  present: boolean
  pressed: boolean
  onPress: () => void
}) {
  const t = useTexts('writing')
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={classes('w-full rounded-control px-2.5 py-1.5 text-left', pressed ? 'bg-accent-soft' : 'hover:bg-hover')}
    >
      <span className="tabular block text-body font-medium">
        {near(created_at)}
        {present && ` · ${t('present')}`}
      </span>
      <span className={classes('block truncate text-caption', pressed ? 'text-accent-soft-text' : 'text-text-2')}>
        {restored_from ? t('broughtBack', { time: dateTime(restored_from) }) : (person?.name ?? t('unknownPerson'))}
      </span>
    </button>
  )
}

/** The text of a version, with what its saving changed. */
function VersionText({ activity, version }: { activity: string; version: string }) {
  const t = useTexts('writing')
  const pictureMissing = useTexts('ui')('pictureMissing')
  const box = useRef<HTMLDivElement>(null)
  const { data, error, errorUpdatedAt, refetch } = useQuery(
    query('GET /api/activities/:id/versions/:version_id', { params: { id: activity, version_id: version } }),
  )
  useLayoutEffect(() => {
    if (!data) return
    const before = data.previous?.body ?? data.body
    const fragment = differenceOf(before, data.body)
    const sources = pictureSources(before + data.body)
    for (const picture of fragment.querySelectorAll<HTMLImageElement>('img[data-upload]')) {
      const source = sources.get(picture.dataset.upload ?? '')
      if (source) picture.src = source
      picture.alt ||= ''
      showIfMissing(picture, pictureMissing)
    }
    const formulas = [...fragment.querySelectorAll<HTMLElement>('[data-latex]')]
    box.current?.replaceChildren(fragment)
    if (formulas.length > 0)
      void import('../../../ui/text/formula-view.ts').then(
        ({ showFormula }) => formulas.forEach(showFormula),
        () => {},
      )
  }, [data, pictureMissing])
  if (error && !data) return <Failed title={problemText(error)} at={timeWithSeconds(errorUpdatedAt)} onRetry={() => void refetch()} />
  if (!data) return <Bone className="!h-64 flex-1" />
  const renamed = data.previous && data.previous.title !== data.title
  return (
    <section aria-label={t('versionText')} className="min-w-0 flex-1 rounded-card border border-line px-6 py-4 max-tablet:px-4">
      <h3 className="rich-difference mb-2 font-title text-title font-bold">
        {renamed && <del>{data.previous?.title}</del>} {renamed ? <ins>{data.title}</ins> : data.title}
      </h3>
      <div ref={box} className="rich-text rich-difference text-read" />
    </section>
  )
}
