// A student's own marked copy: the work with the marks over it, the points with the criteria, and the copy as a PDF.
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { BackLink } from '../../parts/base/page/back-link.tsx'
import { activityHref } from '../../activity-types.ts'
import type { Answer } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { query } from '../../queries.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { dateTime } from '../../ui/format.ts'
import { Bone, Empty } from '../../ui/states.tsx'
import { type Mark, numbersOf } from '../../anchors/mark.ts'
import type { LayerTools } from '../../anchors/mark-layer.tsx'
import { CommentList } from './comment-list.tsx'
import { PartTabs } from './part-tabs.tsx'
import { TimeMarks } from './time-marks.tsx'
import { firstTools, Toolbar } from './toolbar.tsx'
import { partsOf } from './parts.ts'
import { useCopyDownload } from './use-copy-download.ts'
import { useStageView } from './use-stage-view.ts'
import { WorkStage } from './work-stage.tsx'

type Mine = Answer<'GET /api/activities/:id/my-submission'>
const noMarks: readonly Mark[] = []
const nothing = () => {}

export function MyCopy({ activity }: { activity: Activity }) {
  const t = useTexts('marking')
  const { data, error, errorUpdatedAt, refetch } = useQuery(query('GET /api/activities/:id/my-submission', { params: { id: activity.id } }))
  const [version] = data?.versions ?? []
  const released = data?.result ?? null
  return (
    <div className="flex h-[calc(100dvh-var(--shown-bar)-var(--nav))] flex-col max-tablet:h-auto">
      <header className="flex min-h-14 items-center gap-2.5 border-b border-line bg-surface py-2 pr-4 pl-3.5">
        <BackLink to={activityHref(activity)} label={t('back')} />
        <PageTitle title={activity.title} className="min-w-0 flex-1 truncate font-title text-title font-bold max-tablet:text-section" />
      </header>
      {error && !data ? (
        <div className="m-auto p-6">
          <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
        </div>
      ) : !data ? (
        <Bone className="m-6 h-64" />
      ) : !version || !released ? (
        <div className="m-auto max-w-[460px] p-6">
          <Empty title={t('notReleased')} text={t('notReleasedText')}>
            <Link to={activityHref(activity)} className={buttonLook('secondary')}>
              {t('back')}
            </Link>
          </Empty>
        </div>
      ) : (
        <Copy activity={activity} mine={data} version={version} result={released} />
      )}
    </div>
  )
}

function Copy({
  activity,
  mine,
  version: newest,
  result,
}: {
  activity: Activity
  mine: Mine
  version: Mine['versions'][number]
  result: NonNullable<Mine['result']>
}) {
  const t = useTexts('marking')
  const [n, setN] = useState(newest.n)
  const version = mine.versions.find((one) => one.n === n) ?? newest
  const { data } = useQuery(query('GET /api/activities/:id/my-submission/marks', { params: { id: activity.id }, query: { n } }))
  const marks = data?.items ?? noMarks
  const parts = useMemo(() => partsOf(version), [version])
  const [at, setAt] = useState(0)
  const part = parts[at]
  const upload = part && 'file' in part ? part.file.upload_id : null
  const shown = useMemo(() => marks.filter((mark) => mark.upload_id === upload), [marks, upload])
  const numbers = useMemo(
    () =>
      numbersOf(
        marks,
        parts.map((one) => ('file' in one ? one.file.upload_id : null)),
      ),
    [marks, parts],
  )
  const view = useStageView()
  const [selected, setSelected] = useState<string>()
  const [goTo, setGoTo] = useState<{ id: string }>()
  const { busy, download } = useCopyDownload()
  const tools: LayerTools = {
    ...firstTools,
    colour: firstTools.ink,
    readOnly: true,
    numbers,
    selected,
    onSelect: setSelected,
    onAdd: nothing,
    onChange: nothing,
    onRemove: nothing,
  }
  return (
    <div className="flex min-h-0 flex-1 max-tablet:flex-col">
      <div ref={view.frame} className="flex min-h-0 min-w-0 flex-1 flex-col bg-sunken">
        <Toolbar state={firstTools} onState={nothing} readOnly undo={undefined} redo={undefined} {...view.toolbar} />
        <PartTabs
          parts={parts}
          at={at}
          onPart={setAt}
          versions={mine.versions}
          n={n}
          onVersion={(next) => {
            setN(next)
            setAt(0)
          }}
        />
        <div className="min-h-0 flex-1 max-tablet:h-[70dvh] max-tablet:flex-none">
          {part && (
            <WorkStage
              key={`${n} ${upload ?? 'text'}`}
              part={part}
              marks={shown}
              tools={tools}
              controls={{ ...view.controls, goTo }}
              below={<TimeMarks marks={shown} readOnly />}
            />
          )}
        </div>
      </div>
      <aside
        aria-label={t('result')}
        className="min-h-0 w-[336px] shrink-0 divide-y divide-line overflow-y-auto border-l border-line bg-surface max-tablet:w-full max-tablet:border-l-0"
      >
        <div className="px-4 py-3">
          <h2 className="text-caption font-semibold text-text-3">{t('result')}</h2>
          <p className="tabular font-title text-title font-bold">
            {t('pointsOf', { points: result.points ?? '–', max: result.max ?? '100' })}
          </p>
          {result.late_points && (
            <p className="text-small text-warn-text">{t('latePoints', { earned: result.earned ?? '', points: result.late_points })}</p>
          )}
          {result.returned_at && (
            <p className="tabular text-caption text-text-2">{t('returnedAt', { when: dateTime(result.returned_at) })}</p>
          )}
          <Button
            icon={Download}
            busy={busy}
            className="mt-2"
            onClick={() => void download({ name: activity.title, parts, marks, numbers })}
          >
            {t('copyPdf')}
          </Button>
        </div>
        {result.criteria.map((criterion) => (
          <div key={criterion.id} className="px-4 py-2.5">
            <p className="flex justify-between gap-2">
              <b className="font-semibold">{criterion.title}</b>
              <span className="tabular whitespace-nowrap text-text-2">
                <b className="text-text">{criterion.points ?? '–'}</b> / {criterion.max}
              </span>
            </p>
            {criterion.level && <p className="text-caption text-text-2">{criterion.level}</p>}
            {criterion.comment && <p className="mt-0.5 text-small whitespace-pre-wrap">{criterion.comment}</p>}
          </div>
        ))}
        {result.comment && (
          <div className="px-4 py-3">
            <h3 className="mb-1 font-semibold">{t('commentToMe')}</h3>
            <p className="whitespace-pre-wrap wrap-break-word">{result.comment}</p>
          </div>
        )}
        <CommentList
          marks={marks}
          numbers={numbers}
          onGo={(mark) => {
            const to = parts.findIndex((one) => ('file' in one ? one.file.upload_id : null) === mark.upload_id)
            if (to >= 0) setAt(to)
            setSelected(mark.id)
            setGoTo({ id: mark.id })
          }}
        />
      </aside>
    </div>
  )
}
