import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { classes } from '../ui/class-names.ts'
import { clock, timeWithSeconds } from '../ui/format.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { Bone, Failed } from '../ui/states.tsx'
import { begun, hits, marked } from './captions.ts'
import { type Captions, languageName } from './use-captions.ts'

/** What is said, line by line: it follows the voice, is searched, and a line goes to its second. */
export function Transcript({ captions, position, onSeek }: { captions: Captions; position: number; onSeek: (to: number) => void }) {
  const t = useTexts('player')
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLOListElement>(null)
  const { cues } = captions
  const found = useMemo(() => (search.trim() ? cues.flatMap((cue, nth) => (hits(cue.text, search) ? [nth] : [])) : []), [cues, search])
  const now = begun(cues, position)
  // It follows the voice, but not while somebody reads elsewhere in it or looks at what was found.
  const held = useRef(0)
  const bring = (nth: number | undefined) => {
    const row = nth === undefined ? undefined : list.current?.children[nth]
    if (!(row instanceof HTMLElement) || !list.current) return
    list.current.scrollTop = row.offsetTop - list.current.offsetTop - list.current.clientHeight / 2 + row.clientHeight / 2
  }
  useEffect(() => {
    if (Date.now() > held.current && !search) bring(now)
  }, [now, search])
  useEffect(() => bring(found[at]), [found, at])
  const go = (by: 1 | -1) => found.length > 0 && setAt((old) => (old + by + found.length) % found.length)
  const hold = () => {
    held.current = Date.now() + 6000
  }

  if (captions.failed) return <Failed title={t('transcriptFailed')} at={timeWithSeconds(captions.failedAt)} onRetry={captions.reload} />
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center gap-2 px-4 py-3">
        <SearchInput
          label={t('searchTranscript')}
          value={search}
          onSearch={(to) => {
            setSearch(to)
            setAt(0)
          }}
          className="min-w-0 flex-1"
        />
        {search.trim() && (
          <>
            <span role="status" className="tabular text-caption whitespace-nowrap text-text-3">
              {found.length > 0 ? t('matchOf', { at: at + 1, total: found.length }) : t('nothingFound')}
            </span>
            <IconButton variant="bordered" size="sm" label={t('previousMatch')} icon={ChevronUp} onClick={() => go(-1)} />
            <IconButton variant="bordered" size="sm" label={t('nextMatch')} icon={ChevronDown} onClick={() => go(1)} />
          </>
        )}
        {captions.languages.length > 1 && (
          <select
            aria-label={t('captionLanguage')}
            value={captions.language}
            onChange={(event) => captions.choose(event.target.value)}
            className="field-edge min-h-(--control-sm) max-w-28 px-1.5 text-small"
          >
            {captions.languages.map((one) => (
              <option key={one} value={one}>
                {languageName(one)}
              </option>
            ))}
          </select>
        )}
      </div>
      {!captions.loaded ? (
        <Bone className="mx-4 h-40" />
      ) : (
        <ol
          ref={list}
          lang={captions.language}
          aria-label={t('transcript')}
          onWheel={hold}
          onPointerDown={hold}
          onFocus={hold}
          className="max-h-[416px] min-h-0 flex-1 overflow-y-auto px-2.5 pb-2"
        >
          {cues.map((cue, nth) => (
            <li key={`${cue.from} ${nth}`} style={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 54px' }}>
              <button
                type="button"
                aria-current={nth === now ? 'true' : undefined}
                onClick={() => onSeek(cue.from)}
                className={classes(
                  'flex w-full gap-3 rounded-control px-2.5 py-1.5 text-left text-body hover:bg-hover',
                  nth === now && 'bg-accent-soft font-medium',
                  found[at] === nth && 'ring-1 ring-accent-line ring-inset',
                )}
              >
                <span className="tabular w-11 shrink-0 text-small font-medium text-accent-text">{clock(cue.from)}</span>
                <span className="min-w-0 whitespace-pre-line">
                  {marked(cue.text, search).map((part, place) =>
                    part.hit ? (
                      <mark key={place} className="rounded-[2px] bg-warn-soft text-inherit">
                        {part.text}
                      </mark>
                    ) : (
                      part.text
                    ),
                  )}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
