// Type of an exhibit, the default export of a file of exhibits/: a component's states by name, each an element or a component. `alone`: the
// state needs the whole page (a dialog, an open menu); `press` is the label of the button that opens it, `until` a selector that then matches.
import type { ComponentType, ReactElement } from 'react'

type Renderable = ReactElement | ComponentType
export type State = Renderable | { alone: true; show: Renderable; press?: string; until?: string }
export type Exhibit = Record<string, State>

/** Declares an exhibit: `export default exhibit({ empty: <Empty … /> })`. The gallery imports every file of exhibits/. */
export const exhibit = (states: Exhibit) => states
