// Transcript of a recording: cues as lines that follow the playback, with a search; a line seeks to its second.
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { classes } from '../ui/class-names.ts'
import { clock, timeWithSeconds } from '../ui/format.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { SearchInput } from '../ui/fields/search-input.tsx'
import { Bone, Failed } from '../ui/states.tsx'
import { cueIndexAt, hasMatch, markMatches } from './captions.ts'
import { type Captions, languageName } from './use-captions.ts'

export function Transcript({ captions, position, onSeek }: { captions: Captions; position: number; onSeek: (to: number) => void }) {
  const t = useTexts('player')
  const [search, setSearch] = useState('')
  const [matchIndex, setMatchIndex] = useState(0)
  const list = useRef<HTMLOListElement>(null)
  const { cues } = captions
  const matches = useMemo(
    () => (search.trim() ? cues.flatMap((cue, index) => (hasMatch(cue.text, search) ? [index] : [])) : []),
    [cues, search],
  )
  const current = cueIndexAt(cues, position)
  // The list follows the playback, but not while the reader scrolls in it or steps through matches.
  const followAfter = useRef(0)
  const scrollToCue = (index: number | undefined) => {
    const row = index === undefined ? undefined : list.current?.children[index]
    if (!(row instanceof HTMLElement) || !list.current) return
    list.current.scrollTop = row.offsetTop - list.current.offsetTop - list.current.clientHeight / 2 + row.clientHeight / 2
  }
  useEffect(() => {
    if (Date.now() > followAfter.current && !search) scrollToCue(current)
  }, [current, search])
  useEffect(() => scrollToCue(matches[matchIndex]), [matches, matchIndex])
  const stepMatch = (by: 1 | -1) => matches.length > 0 && setMatchIndex((previous) => (previous + by + matches.length) % matches.length)
  const pauseFollowing = () => {
    followAfter.current = Date.now() + 6000
  }

  if (captions.failed) return <Failed title={t('transcriptFailed')} at={timeWithSeconds(captions.failedAt)} onRetry={captions.reload} />
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center gap-2 px-4 py-3">
        <SearchInput
          label={t('searchTranscript')}
          value={search}
          onSearch={(keyword) => {
            setSearch(keyword)
            setMatchIndex(0)
          }}
          className="min-w-0 flex-1"
        />
        {search.trim() && (
          <>
            <span role="status" className="tabular text-caption whitespace-nowrap text-text-3">
              {matches.length > 0 ? t('matchOf', { at: matchIndex + 1, total: matches.length }) : t('nothingFound')}
            </span>
            <IconButton variant="bordered" size="sm" label={t('previousMatch')} icon={ChevronUp} onClick={() => stepMatch(-1)} />
            <IconButton variant="bordered" size="sm" label={t('nextMatch')} icon={ChevronDown} onClick={() => stepMatch(1)} />
          </>
        )}
        {captions.languages.length > 1 && (
          <select
            aria-label={t('captionLanguage')}
            value={captions.language}
            onChange={(event) => captions.choose(event.target.value)}
            className="field-edge min-h-(--control-sm) max-w-28 px-1.5 text-small"
          >
            {captions.languages.map((language) => (
              <option key={language} value={language}>
                {languageName(language)}
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
          onWheel={pauseFollowing}
          onPointerDown={pauseFollowing}
          onFocus={pauseFollowing}
          className="max-h-[416px] min-h-0 flex-1 overflow-y-auto px-2.5 pb-2"
        >
          {cues.map((cue, index) => (
            <li key={`${cue.from} ${index}`} style={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 54px' }}>
              <button
                type="button"
                aria-current={index === current ? 'true' : undefined}
                onClick={() => onSeek(cue.from)}
                className={classes(
                  'flex w-full gap-3 rounded-control px-2.5 py-1.5 text-left text-body hover:bg-hover',
                  index === current && 'bg-accent-soft font-medium',
                  matches[matchIndex] === index && 'ring-1 ring-accent-line ring-inset',
                )}
              >
                <span className="tabular w-11 shrink-0 text-small font-medium text-accent-text">{clock(cue.from)}</span>
                <span className="min-w-0 whitespace-pre-line">
                  {markMatches(cue.text, search).map((part, partIndex) =>
                    part.hit ? (
                      <mark key={partIndex} className="rounded-[2px] bg-warn-soft text-inherit">
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
