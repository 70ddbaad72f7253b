import { useAtom } from 'jotai'
import { ChevronDown, ChevronUp, Folder, Pause, Play, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { texts, useTexts } from '../../i18n.ts'
import { Button } from '../../ui/button.tsx'
import { list } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { takeUpLeft, trayFolded, uploads, useQueue } from './uploads.ts'
import { Follow, TrayLine } from './tray-line.tsx'
import { RefusalList } from './refusal-list.tsx'
import { notTaken, sentFolders } from './set-aside.ts'
import { type Item, isOpen, isRunning } from './queue.ts'

await texts('upload', 'errors')

/** Floats at the right while anything runs, waits, is paused or has failed. */
export default function UploadTray() {
  const t = useTexts('upload')
  const queue = useQueue()
  const [folded, setFolded] = useAtom(trayFolded)
  const running = queue.filter(isRunning).length
  const waiting = queue.filter((one) => one.state === 'ready').length
  const converting = queue.filter((one) => one.state === 'processing').length
  const needRoom = queue.filter((one) => one.reason === 'storage.insufficient').length
  const failed = queue.filter((one) => one.state === 'failed').length - needRoom
  const [folders, setFolders] = useAtom(sentFolders)
  const [refused, setRefused] = useAtom(notTaken)
  const paused = queue.filter((one) => one.state === 'paused').length
  const faulty = folders.some(({ fault }) => fault)
  const over = queue.length > 0 && queue.every((one) => one.state === 'done') && refused.length === 0 && !faulty
  // All is there: the tray says so for a while and goes; whoever looks at it keeps it.
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!over || held) return
    const timer = setTimeout(() => {
      for (const one of uploads.snapshot()) if (one.state === 'done') uploads.dismiss(one.key)
    }, 6000)
    return () => clearTimeout(timer)
  }, [over, held])
  useEffect(() => {
    void takeUpLeft()
  }, [])
  // Folders are named as long as their files are listed.
  useEffect(() => {
    if (queue.length === 0 && folders.length && !faulty) setFolders([])
  }, [queue.length, folders.length, faulty, setFolders])
  if (queue.length === 0 && refused.length === 0 && !faulty) return null
  const head = running
    ? t('uploading', { count: running })
    : converting
      ? t('convertingCount', { count: converting })
      : failed
        ? t('failedCount', { count: failed })
        : needRoom
          ? t('needRoomCount', { count: needRoom })
          : paused
            ? t('pausedCount', { count: paused })
            : queue.length
              ? t('allThere')
              : t('notTakenTitle')
  const rest = list(
    [
      running && waiting ? t('waitCount', { count: waiting }) : '',
      running && converting ? t('convertingCount', { count: converting }) : '',
      (running || converting) && failed ? t('failedCount', { count: failed }) : '',
      refused.length ? t('unsupportedCount', { count: refused.length }) : '',
      (running || converting || failed) && needRoom ? t('needRoomCount', { count: needRoom }) : '',
    ].filter(Boolean),
  )
  const done = !running && !waiting && !converting && !paused
  const there = (keys: readonly string[]) =>
    keys.filter((key) => !queue.some((one) => one.key === key && isOpen(one) && one.state !== 'processing')).length
  const pausable = queue.filter((one) => one.state === 'sending' || one.state === 'ready')
  const all = (act: (item: Item) => void, of: readonly Item[]) => () => {
    for (const one of of) act(one)
  }
  return (
    <section
      aria-label={t('tray')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="rise fixed right-5 bottom-[calc(var(--nav)+var(--foot)+16px)] z-(--z-index-tray) flex max-h-[min(60dvh,420px)] w-[min(434px,calc(100vw-24px))] flex-col overflow-hidden rounded-panel bg-raised shadow-float max-tablet:right-3"
    >
      <div className="flex min-h-13 items-center gap-2 py-1.5 pr-2 pl-4">
        <h2 className="text-section font-semibold" aria-live="polite">
          {head}
        </h2>
        <span className="min-w-0 flex-1 truncate text-small text-text-2">{rest}</span>
        {pausable.length > 0 && (
          <IconButton label={t('pauseAll')} icon={Pause} iconSize={16} onClick={all((one) => uploads.pause(one.key), pausable)} />
        )}
        {pausable.length === 0 && queue.some((one) => one.state === 'paused' && !one.away) && (
          <IconButton
            label={t('resumeAll')}
            icon={Play}
            iconSize={16}
            onClick={all(
              (one) => uploads.again(one.key),
              queue.filter((one) => one.state === 'paused' && !one.away),
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
              for (const one of queue) uploads.dismiss(one.key)
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
                      {t('ofFiles', { done: there(folder.keys), count: folder.keys.length })}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )}
        <ul>
          {queue
            .filter((one) => one.state !== 'failed')
            .map((item) => (
              <TrayLine key={item.key} item={item} />
            ))}
        </ul>
        {failed > 0 && <h3 className="border-t border-line px-4 pt-2 text-caption font-semibold text-bad-text">{t('failedList')}</h3>}
        <ul>
          {queue
            .filter((one) => one.state === 'failed')
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
        item.state === 'processing' && item.uploadId ? <Follow key={item.key} item={item} id={item.uploadId} /> : null,
      )}
    </section>
  )
}
