// Stage of a package: its frame on the origin of packages, its contents, the way through them, and the state of what it sets.
import { ChevronLeft, ChevronRight, ListTree, LogOut, Maximize, MonitorSmartphone, TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { texts, useTexts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/class-names.ts'
import { toggleFullScreen } from '../ui/full-screen.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Banner } from '../ui/marks/banner.tsx'
import { Bone } from '../ui/states.tsx'
import { beside, launched } from './contents.ts'
import { ItemTree } from './item-tree.tsx'
import type { Opened } from './package-calls.ts'
import type { PackageSession } from './package-session.ts'
import { SaveLine } from './save-line.tsx'
import { usePackageSession } from './use-package-session.ts'

const SignInAgain = lazy(async () => (await Promise.all([import('../parts/base/sign-in/sign-in-again.tsx'), texts('session')]))[0])

type Props = {
  activity: string
  opened: Opened
  /** It has the window for itself. */
  whole: boolean
  onLeft: () => void
  onTakeOver: () => void
  /** Its addresses have ended. */
  onDoorGone: () => void
}

export function PackageStage(props: Props) {
  const session = usePackageSession(props.activity, props.opened, props.onDoorGone)
  return session ? <Playing {...props} session={session} /> : <Bone className="h-[min(78dvh,900px)] !rounded-card" />
}

function Playing({ opened, whole, session, onLeft, onTakeOver }: Props & { session: PackageSession }) {
  const t = useTexts('packages')
  const { items, door, attempt } = opened
  const { phase, current, states, save, held, lacks, fault } = useSyncExternalStore(session.subscribe, session.snapshot)
  const frame = useRef<HTMLIFrameElement>(null)
  const box = useRef<HTMLElement>(null)
  const several = launched(items).length > 1
  const [listed, setListed] = useState(true)
  useEffect(() => {
    if (phase === 'left') onLeft()
  }, [phase])
  const next = beside(items, current, 1, states)
  const previous = beside(items, current, -1, states)
  return (
    <section
      ref={box}
      aria-label={opened.title}
      className={classes(
        'flex flex-col overflow-hidden bg-surface',
        whole
          ? 'fixed inset-0 z-(--z-index-dialog)'
          : 'h-[min(78dvh,900px)] min-h-[420px] rounded-card border border-line max-tablet:h-[82dvh] max-tablet:rounded-none max-tablet:border-x-0',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-1.5">
        {several && <IconButton label={t('contents')} icon={ListTree} pressed={listed} onClick={() => setListed(!listed)} />}
        <p className="min-w-0 flex-1 basis-24 truncate text-body font-semibold">
          {items.find(({ id }) => id === current)?.title ?? opened.title}
        </p>
        <SaveLine save={save} />
        {several && (
          <>
            <IconButton label={t('previous')} icon={ChevronLeft} off={previous ? undefined : ''} onClick={() => session.go('previous')} />
            <IconButton label={t('next')} icon={ChevronRight} off={next ? undefined : ''} onClick={() => session.go('next')} />
          </>
        )}
        {!whole && <IconButton label={t('fullScreen')} icon={Maximize} onClick={() => toggleFullScreen(box.current)} />}
        <Button size="sm" icon={LogOut} onClick={() => void session.exit()}>
          {t('exit')}
        </Button>
      </div>
      {attempt.trial && (
        <Banner strip tone="note">
          {t('trial')}
        </Banner>
      )}
      {fault !== undefined && (
        <Banner strip urgent tone="bad" icon={TriangleAlert}>
          {t('itemFailed')}
        </Banner>
      )}
      {held === 'elsewhere' && (
        <Banner
          strip
          urgent
          tone="warn"
          icon={MonitorSmartphone}
          action={
            <Button size="sm" onClick={() => void session.stop().then(onTakeOver)}>
              {t('takeOver')}
            </Button>
          }
        >
          {t('elsewhere')}
        </Banner>
      )}
      {lacks && (
        <Banner strip tone="warn">
          {t('lacks')}
        </Banner>
      )}
      {held === 'ended' && (
        <Banner strip urgent tone="warn">
          {t('over')}
        </Banner>
      )}
      {held === 'session' && (
        <Suspense>
          <SignInAgain text={t('sessionEnded')} onDone={() => void session.resume()} />
        </Suspense>
      )}
      <div className="flex min-h-0 flex-1 max-tablet:flex-col">
        {several && listed && (
          <div className="w-64 shrink-0 overflow-y-auto border-r border-line p-2 max-tablet:max-h-[34%] max-tablet:w-full max-tablet:border-r-0 max-tablet:border-b">
            <ItemTree items={items} states={states} current={current} onChoose={session.go} />
          </div>
        )}
        <iframe
          ref={frame}
          title={opened.title}
          src={`${door.url}#${attempt.id}`}
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads allow-modals"
          allow="autoplay; fullscreen"
          referrerPolicy="no-referrer"
          onLoad={() => frame.current?.contentWindow && session.attach(frame.current.contentWindow, door.origin)}
          className="min-h-0 w-full min-w-0 flex-1 bg-white"
        />
      </div>
    </section>
  )
}
