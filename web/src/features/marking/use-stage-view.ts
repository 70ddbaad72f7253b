// The view of a stage: zoom, turns and the toolbar's slot, the same for markers, for the student's copy and for a file by itself.
import { useRef, useState } from 'react'
import { toggleFullScreen } from '../../ui/full-screen.ts'
import { zoomBy } from '../../viewer/zoom.ts'
import type { Markable } from './work-stage.tsx'

/** Turns are quarters. `frame` is the element that fills the screen. */
export function useStageView(firstTurns = 0) {
  const [zoom, setZoom] = useState<number>()
  const [fit, setFit] = useState(1)
  const [turns, setTurns] = useState(firstTurns)
  const [markable, setMarkable] = useState<Markable>('no')
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  return {
    frame,
    markable,
    zoomBy: (by: 1 | -1) => setZoom(zoomBy(zoom ?? fit, by)),
    /** For the toolbar. */
    toolbar: {
      markable,
      zoom,
      fit,
      onZoom: setZoom,
      onTurn: () => setTurns((turns + 1) % 4),
      onFullScreen: () => toggleFullScreen(frame.current),
      onSlot: setSlot,
    },
    /** For the stage. */
    controls: { zoom, turns, onFit: setFit, onMarkable: setMarkable, slot },
  }
}
