// View of a package: the way into it, with the question of going on or beginning anew, then its stage, or why it cannot be played.
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, MonitorSmartphone, Play, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CallFailed } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { type Opened, openAttempt, packageQuery, type PackageView } from '../../packages/package-calls.ts'
import { PackageStage } from '../../packages/package-stage.tsx'
import { PackageState } from '../../packages/package-state.tsx'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { useOneTab } from '../../parts/learning/attempts/use-one-tab.ts'
import { Description } from '../../parts/learning/activity/description.tsx'
import { useReadMark } from '../../parts/learning/activity/read-mark.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { invalidate } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { usePackageFault } from '../../viewer/package-faults.ts'
import { sentences } from '../../ui/format.ts'
import { Bone, SkeletonText } from '../../ui/states.tsx'

/** The parameter of an address that shows the package alone, in a window of its own. */
const alone = 'window'

export default function PackageActivity({ activity, teaches }: { activity: Activity; teaches: boolean }) {
  const { data, error, errorUpdatedAt, refetch } = useQuery(packageQuery(activity.id))
  useReadMark(activity, data !== undefined)
  return (
    <div className="space-y-3 max-tablet:pt-4">
      {data && data.status_code !== 'ready' ? (
        <PackageState failed={data.status_code === 'failed'} message={data.message} teaches={teaches} />
      ) : error && !data ? (
        <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : data ? (
        <Way key={activity.id} activity={activity} view={data} />
      ) : (
        <SkeletonText />
      )}
      <Description activity={activity} />
    </div>
  )
}

function Way({ activity, view }: { activity: Activity; view: PackageView }) {
  const t = useTexts('packages')
  const faultText = usePackageFault()
  const [address] = useSearchParams()
  const whole = address.has(alone)
  const [opened, setOpened] = useState<Opened>()
  const [busy, setBusy] = useState<'goOn' | 'fresh' | 'takeOver'>()
  const [failure, setFailure] = useState<unknown>()
  const { attempt, left, settings } = view
  const own = settings.window === 'own' && !whole
  const running = attempt !== null && attempt.ended_at === null
  const elsewhere = failure instanceof CallFailed && failure.problem.code === 'package.elsewhere'
  const open = async (how: 'goOn' | 'fresh' | 'takeOver') => {
    setBusy(how)
    setFailure(undefined)
    try {
      const next = await openAttempt(activity.id, { fresh: how === 'fresh', takeOver: how === 'takeOver' })
      setOpened(next)
      if (!next) void invalidate('GET /api/activities/:id/package')
    } catch (error) {
      setOpened(undefined)
      setFailure(error)
    } finally {
      setBusy(undefined)
    }
  }
  const started = useRef(false)
  const byItself = !own && (whole || (running && settings.resume === 'always'))
  useEffect(() => {
    if (!byItself || started.current) return
    started.current = true
    void open('goOn')
  }, [byItself])
  if (opened)
    return (
      <InOneTab key={opened.attempt.id} title={view.title || activity.title} opened={opened} onTakeOver={() => void open('takeOver')}>
        <PackageStage
          key={opened.door.door}
          activity={activity.id}
          opened={opened}
          whole={whole}
          onLeft={() => {
            setOpened(undefined)
            void invalidate('GET /api/activities/:id/package', 'GET /api/activities/:id', 'GET /api/courses/:id/content')
          }}
          onTakeOver={() => void open('takeOver')}
          onDoorGone={() => void open('goOn')}
        />
      </InOneTab>
    )
  const mayBegin = running || left === null || left > 0
  const openOwn = () => {
    const target = new URL(window.location.href)
    const [path = '', query = ''] = target.hash.split('?')
    const parameters = new URLSearchParams(query)
    parameters.set(alone, 'own')
    target.hash = `${path}?${parameters.toString()}`
    window.open(target, '_blank', 'noopener')
  }
  return (
    <section
      aria-label={view.title || activity.title}
      className="surface-card space-y-3 p-5 max-tablet:rounded-none max-tablet:border-x-0 max-tablet:p-4"
    >
      <div>
        <h2 className="text-section font-semibold">{elsewhere ? t('elsewhere') : view.title || activity.title}</h2>
        <p className="mt-1 text-body text-text-2">
          {elsewhere
            ? t('elsewhereText')
            : t(running ? (view.can_new && settings.resume === 'ask' ? 'resumeText' : 'goOnText') : 'startText')}
        </p>
        <p className="tabular mt-1 text-small text-text-3">
          {sentences(
            attempt !== null && t('attemptNo', { n: attempt.n }),
            left !== null && (left > 0 ? t('attemptsLeft', { count: left }) : !running && t('noneLeft')),
          )}
        </p>
      </div>
      {failure !== undefined && !elsewhere && (
        <p role="alert" className="text-small text-bad-text">
          {failure instanceof CallFailed && failure.problem.code === 'package.needsOrigin'
            ? faultText('package.needsOrigin')
            : problemText(failure)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {own ? (
          <Button variant="primary" icon={ExternalLink} onClick={openOwn}>
            {t('openOwn')}
          </Button>
        ) : elsewhere ? (
          <Button variant="primary" icon={MonitorSmartphone} busy={busy !== undefined} onClick={() => void open('takeOver')}>
            {t('takeOver')}
          </Button>
        ) : (
          <>
            {mayBegin && (
              <Button variant="primary" icon={Play} busy={busy === 'goOn'} onClick={() => void open('goOn')}>
                {t(running ? 'goOn' : 'start')}
              </Button>
            )}
            {attempt !== null && view.can_new && (
              <Button icon={Plus} busy={busy === 'fresh'} onClick={() => void open('fresh')}>
                {t('newAttempt')}
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  )
}

/** Two tabs of one browser are one device to the server, and would count their entries alike: one of them plays, and another may take over. */
function InOneTab({ title, opened, onTakeOver, children }: { title: string; opened: Opened; onTakeOver: () => void; children: ReactNode }) {
  const t = useTexts('packages')
  const tab = useOneTab(opened.attempt.id)
  // what was read before the other tab ended is old
  const [old, setOld] = useState<Opened>()
  if (tab.waiting || old === opened) return <Bone className="h-[min(78dvh,900px)] !rounded-card" />
  if (tab.mine) return children
  const takeOver = () => {
    setOld(opened)
    tab.take()
    onTakeOver()
  }
  return (
    <section aria-label={title} className="surface-card space-y-3 p-5 max-tablet:rounded-none max-tablet:border-x-0 max-tablet:p-4">
      <div>
        <h2 className="text-section font-semibold">{t('elsewhere')}</h2>
        <p className="mt-1 text-body text-text-2">{t('elsewhereText')}</p>
      </div>
      <Button variant="primary" icon={MonitorSmartphone} onClick={takeOver}>
        {t('takeOver')}
      </Button>
    </section>
  )
}
