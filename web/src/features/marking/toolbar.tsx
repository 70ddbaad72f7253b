// The tools over the work: marks, undo, zoom, the stage's own tools, rotation, full screen.
import {
  ChevronDown,
  Eraser,
  Fullscreen,
  Hand,
  Highlighter,
  type LucideIcon,
  MessageSquarePlus,
  MousePointer2,
  Pencil,
  Redo2,
  RotateCw,
  Stamp,
  Type,
  Undo2,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../../ui/class-names.ts'
import { percent } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/menus/popover.tsx'
import { colourNames, colours, type StampName, stampNames, stampPath, type Tool, tools } from '../../anchors/mark.ts'
import { zoomBy, zoomMax, zoomMin } from '../../viewer/zoom.ts'
import type { Markable } from './work-stage.tsx'

const icons: Record<Tool, LucideIcon> = {
  select: MousePointer2,
  highlight: Highlighter,
  pen: Pencil,
  text: Type,
  stamp: Stamp,
  comment: MessageSquarePlus,
  eraser: Eraser,
}
export const toolKeys: Record<Tool, string> = { select: 'v', highlight: 'h', pen: 'p', text: 't', stamp: 's', comment: 'c', eraser: 'e' }

/** `wash`: the colour of highlights, `ink`: of everything else. */
export type ToolState = { tool: Tool; wash: string; ink: string; stamp: StampName; fingerDraws: boolean }
export const firstTools: ToolState = { tool: 'select', wash: colours.amber, ink: colours.red, stamp: 'tick', fingerDraws: false }
export const colourOf = ({ tool, wash, ink }: ToolState) => (tool === 'highlight' ? wash : ink)

export function Toolbar({
  state,
  onState,
  readOnly,
  markable,
  undo,
  redo,
  zoom,
  fit,
  onZoom,
  onTurn,
  onFullScreen,
  onSlot,
}: {
  state: ToolState
  onState: (change: Partial<ToolState>) => void
  readOnly: boolean
  markable: Markable
  undo: (() => void) | undefined
  redo: (() => void) | undefined
  zoom: number | undefined
  fit: number
  onZoom: (zoom: number | undefined) => void
  onTurn: () => void
  onFullScreen: () => void
  onSlot: (slot: HTMLElement | null) => void
}) {
  const t = useTexts('marking')
  const say = useTexts('viewer')
  const scale = zoom ?? fit
  const zooms = markable === 'pages' || markable === 'characters'
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-1 gap-y-0.5 border-b border-line bg-surface px-2 py-1 max-tablet:sticky max-tablet:top-[calc(var(--shown-bar)+var(--work-head,0px))] max-tablet:z-[5] max-tablet:flex-nowrap max-tablet:overflow-x-auto [@media(max-height:400px)]:static">
      {!readOnly && markable !== 'times' && (
        <div
          role="toolbar"
          aria-label={t('tools')}
          className="flex flex-wrap items-center gap-1 max-tablet:shrink-0 max-tablet:flex-nowrap"
        >
          {tools.map((tool) => (
            <IconButton
              key={tool}
              size="sm"
              label={t('withKey', { name: t(`tool.${tool}`), key: toolKeys[tool].toUpperCase() })}
              icon={icons[tool]}
              pressed={state.tool === tool}
              off={markable === 'no' ? t('noMarksHere') : undefined}
              onClick={() => onState({ tool })}
            />
          ))}
          <Popover label={t('look')} width={232} trigger={{ label: t('look'), icon: ChevronDown, size: 'sm', iconSize: 14 }}>
            {() => <Look state={state} onState={onState} />}
          </Popover>
          <span
            aria-hidden
            style={{ background: colourOf(state) }}
            className="-ml-1 inline-block size-3 rounded-full border border-line-mid"
          />
          <IconButton
            size="sm"
            label={t('finger')}
            icon={Hand}
            pressed={state.fingerDraws}
            onClick={() => onState({ fingerDraws: !state.fingerDraws })}
            className="hidden [@media(any-pointer:coarse)]:inline-flex"
          />
          <span aria-hidden className="mx-1 h-5 w-px bg-line" />
          <IconButton size="sm" label={t('undo')} icon={Undo2} off={undo ? undefined : t('nothingToUndo')} onClick={() => undo?.()} />
          <IconButton size="sm" label={t('redo')} icon={Redo2} off={redo ? undefined : t('nothingToRedo')} onClick={() => redo?.()} />
        </div>
      )}
      <span className="flex-1" />
      {zooms && (
        <>
          <IconButton
            size="sm"
            label={say('zoomOut')}
            icon={ZoomOut}
            off={scale <= zoomMin ? say('zoomMin') : undefined}
            onClick={() => onZoom(zoomBy(scale, -1))}
          />
          <button
            type="button"
            aria-label={`${say('zoom')} ${percent(scale * 100)}, ${say('fit')}`}
            onClick={() => onZoom(undefined)}
            className="tabular min-h-7 w-12 rounded-control text-center text-small text-text-2 hover:bg-hover"
          >
            {percent(scale * 100)}
          </button>
          <IconButton
            size="sm"
            label={say('zoomIn')}
            icon={ZoomIn}
            off={scale >= zoomMax ? say('zoomMax') : undefined}
            onClick={() => onZoom(zoomBy(scale, 1))}
          />
          <span aria-hidden className="mx-1 h-5 w-px bg-line" />
        </>
      )}
      <div ref={onSlot} className="flex shrink-0 items-center gap-1" />
      {markable === 'pages' && <IconButton size="sm" label={say('turn')} icon={RotateCw} onClick={onTurn} />}
      <IconButton size="sm" label={say('fullScreen')} icon={Fullscreen} onClick={onFullScreen} className="max-tablet:hidden" />
    </div>
  )
}

/** The colour of new marks and the stamp. */
function Look({ state, onState }: { state: ToolState; onState: (change: Partial<ToolState>) => void }) {
  const t = useTexts('marking')
  const choice = 'inline-flex size-9 items-center justify-center rounded-control border'
  const edge = (on: boolean) => classes(choice, on ? 'border-accent bg-accent-soft' : 'border-transparent hover:bg-hover')
  return (
    <div className="space-y-3 p-3">
      <div role="group" aria-label={t('colour')}>
        <p className="mb-1 text-caption font-semibold text-text-3">{t('colour')}</p>
        {colourNames.map((name) => (
          <button
            key={name}
            type="button"
            aria-label={t(`colourName.${name}`)}
            aria-pressed={colourOf(state) === colours[name]}
            onClick={() => onState(state.tool === 'highlight' ? { wash: colours[name] } : { ink: colours[name] })}
            className={edge(colourOf(state) === colours[name])}
          >
            <span style={{ background: colours[name] }} className="size-5 rounded-full border border-line-mid" />
          </button>
        ))}
      </div>
      <div role="group" aria-label={t('tool.stamp')}>
        <p className="mb-1 text-caption font-semibold text-text-3">{t('tool.stamp')}</p>
        {stampNames.map((name) => (
          <button
            key={name}
            type="button"
            aria-label={t(`stampName.${name}`)}
            aria-pressed={state.stamp === name && state.tool === 'stamp'}
            onClick={() => onState({ stamp: name, tool: 'stamp' })}
            className={edge(state.stamp === name)}
          >
            <svg
              aria-hidden
              viewBox="0 0 24 24"
              className="size-5"
              fill="none"
              stroke="currentColor"
              strokeWidth={2.4}
              strokeLinecap="round"
              strokeLinejoin="round"
            >
              <path d={stampPath(name)} />
            </svg>
          </button>
        ))}
      </div>
    </div>
  )
}
