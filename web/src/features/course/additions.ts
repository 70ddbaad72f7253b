// Kinds of content a teacher can add. Separate from the menu, so that a student's page does not load the menu.
export const creatableTypes = ['online_video', 'material', 'page'] as const
export type CreatableType = (typeof creatableTypes)[number]
export type Addition = { kind: 'module' } | { kind: 'activity'; type: CreatableType; module?: string }
