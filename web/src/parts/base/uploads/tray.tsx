// The upload tray: floats at the right while any file runs, waits, is paused or has failed. On a phone it begins folded, and the page keeps room below its
// last lines for it.
import { useAtom } from 'jotai'
import { ChevronDown, ChevronUp, Folder, Pause, Play, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useConnection } from '../../../device/connection-state.ts'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { useClearOfButtons } from '../../../ui/dialogs/clear-of-buttons.ts'
import { usePhone } from '../../../ui/dialogs/phone.tsx'
import { list } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { adoptUnfinished, trayFolded, uploads, useQueue } from './uploads.ts'
import { UploadPolling, TrayLine } from './tray-line.tsx'
import { RefusalList } from './refusal-list.tsx'
import { refusedFiles, sentFolders } from './tray-lists.ts'
import { type Item, isOpen, isRunning } from './queue.ts'

/** The height of the folded tray with the distances to what is above and below it. */
const roomOnPhone = '84px'

export default function UploadTray() {
  const t = useTexts('upload')
  const queue = useQueue()
  const { offline } = useConnection()
  const [folded, setFolded] = useAtom(trayFolded)
  const running = queue.filter(isRunning).length
  const waiting = queue.filter((item) => item.state === 'ready').length
  const converting = queue.filter((item) => item.state === 'processing').length
  const needingRoom = queue.filter((item) => item.reason === 'storage.insufficient').length
  const failed = queue.filter((item) => item.state === 'failed').length - needingRoom
  const [folders, setFolders] = useAtom(sentFolders)
  const [refused, setRefused] = useAtom(refusedFiles)
  const paused = queue.filter((item) => item.state === 'paused').length
  const faulty = folders.some(({ fault }) => fault)
  const isFinished = queue.length > 0 && queue.every((item) => item.state === 'done') && refused.length === 0 && !faulty
  // When all files are stored the tray shows that for 6 s and closes, unless it has the pointer or the focus.
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if (!isFinished || isHeld) return
    const timer = setTimeout(() => {
      for (const item of uploads.snapshot()) if (item.state === 'done') uploads.dismiss(item.key)
    }, 6000)
    return () => clearTimeout(timer)
  }, [isFinished, isHeld])
  useEffect(() => {
    void adoptUnfinished()
  }, [])
  // Folders stay listed as long as their files are.
  useEffect(() => {
    if (queue.length === 0 && folders.length && !faulty) setFolders([])
  }, [queue.length, folders.length, faulty, setFolders])
  const shown = queue.length > 0 || refused.length > 0 || Boolean(faulty)
  const isPhone = usePhone()
  useLayoutEffect(() => {
    if (!shown || !isPhone) return
    setFolded(true)
    const { style } = document.documentElement
    style.setProperty('--tray', roomOnPhone)
    return () => void style.removeProperty('--tray')
  }, [shown, isPhone, setFolded])
  const box = useRef<HTMLElement>(null)
  useClearOfButtons(box, shown)
  if (!shown) return null
  const title = running
    ? offline
      ? t('pausedOffline')
      : t('uploading', { count: running })
    : converting
      ? t('convertingCount', { count: converting })
      : failed
        ? t('failedCount', { count: failed })
        : needingRoom
          ? t('needRoomCount', { count: needingRoom })
          : paused
            ? t('pausedCount', { count: paused })
            : queue.length
              ? t('allThere')
              : t('notTakenTitle')
  const details = list(
    [
      running && waiting ? t('waitCount', { count: waiting }) : '',
      running && converting ? t('convertingCount', { count: converting }) : '',
      (running || converting) && failed ? t('failedCount', { count: failed }) : '',
      refused.length ? t('unsupportedCount', { count: refused.length }) : '',
      (running || converting || failed) && needingRoom ? t('needRoomCount', { count: needingRoom }) : '',
    ].filter(Boolean),
  )
  const done = !running && !waiting && !converting && !paused
  const doneCount = (keys: readonly string[]) =>
    keys.filter((key) => !queue.some((item) => item.key === key && isOpen(item) && item.state !== 'processing')).length
  const pausable = queue.filter((item) => item.state === 'sending' || item.state === 'ready')
  const onEach = (act: (item: Item) => void, items: readonly Item[]) => () => {
    for (const item of items) act(item)
  }
  return (
    <section
      ref={box}
      data-buttons
      aria-label={t('tray')}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className="rise fixed right-5 bottom-[calc(var(--nav)+var(--foot)+16px)] z-(--z-index-tray) flex max-h-[min(60dvh,420px)] w-[min(434px,calc(100vw-24px))] flex-col overflow-hidden rounded-panel bg-raised shadow-float max-tablet:right-3"
    >
      <div className="flex min-h-13 items-center gap-2 py-1.5 pr-2 pl-4">
        <h2 className="text-section font-semibold" aria-live="polite">
          {title}
        </h2>
        <span className="min-w-0 flex-1 truncate text-small text-text-2">{details}</span>
        {pausable.length > 0 && (
          <IconButton label={t('pauseAll')} icon={Pause} iconSize={16} onClick={onEach((item) => uploads.pause(item.key), pausable)} />
        )}
        {pausable.length === 0 && queue.some((item) => item.state === 'paused' && !item.fileMissing) && (
          <IconButton
            label={t('resumeAll')}
            icon={Play}
            iconSize={16}
            onClick={onEach(
              (item) => uploads.resume(item.key),
              queue.filter((item) => item.state === 'paused' && !item.fileMissing),
            )}
          />
        )}
        <IconButton
          label={t(folded ? 'unfold' : 'fold')}
          icon={folded ? ChevronUp : ChevronDown}
          aria-expanded={!folded}
          className="aria-expanded:!bg-transparent aria-expanded:!text-text-2"
          onClick={() => setFolded(!folded)}
        />
        {done && (
          <IconButton
            label={t('closeTray')}
            icon={X}
            onClick={() => {
              for (const item of queue) uploads.dismiss(item.key)
              setFolders([])
              setRefused([])
            }}
          />
        )}
      </div>
      <div hidden={folded} className="min-h-0 overflow-y-auto border-t border-line">
        {folders.length > 0 && (
          <section aria-label={t('foldersList')} className="border-b border-line px-4 py-2">
            <h3 className="text-caption font-semibold text-text-2">{t('foldersList')}</h3>
            <ul>
              {folders.map((folder) => (
                <li key={folder.key} className="flex items-center gap-2 py-0.5 text-small">
                  <Folder aria-hidden size={15} strokeWidth={1.75} className="shrink-0 text-text-2" />
                  <span className="min-w-0 flex-1 truncate" title={folder.name}>
                    {folder.name}
                  </span>
                  {folder.fault ? (
                    <span className="text-caption text-bad-text">{folder.fault}</span>
                  ) : (
                    <span className="tabular text-caption text-text-2">
                      {t('ofFiles', { done: doneCount(folder.keys), count: folder.keys.length })}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )}
        <ul>
          {queue
            .filter((item) => item.state !== 'failed')
            .map((item) => (
              <TrayLine key={item.key} item={item} />
            ))}
        </ul>
        {failed > 0 && <h3 className="border-t border-line px-4 pt-2 text-caption font-semibold text-bad-text">{t('failedList')}</h3>}
        <ul>
          {queue
            .filter((item) => item.state === 'failed')
            .map((item) => (
              <TrayLine key={item.key} item={item} />
            ))}
        </ul>
        {refused.length > 0 && (
          <div className="border-t border-line px-4 py-2">
            <RefusalList refused={refused} />
            <Button variant="link" onClick={() => setRefused([])}>
              {t('dismissList')}
            </Button>
          </div>
        )}
      </div>
      {queue.map((item) =>
        item.state === 'processing' && item.uploadId ? <UploadPolling key={item.key} item={item} id={item.uploadId} /> : null,
      )}
    </section>
  )
}
