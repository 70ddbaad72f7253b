// What a file of exhibits/ exports: a component's states by name, each an element or a component. `alone`: the state needs the whole page
// (a dialog, an open menu); `press` is the name of the button that brings it about, `until` a selector of what stands there once it has.
import type { ComponentType, ReactElement } from 'react'

type Shown = ReactElement | ComponentType
export type State = Shown | { alone: true; show: Shown; press?: string; until?: string }
export type Exhibit = Record<string, State>

/** The files of exhibits/ are all there is to register: `exhibit({ empty: <Empty … /> })` as default export. */
export const exhibit = (states: Exhibit) => states
