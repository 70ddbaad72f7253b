// Class names: joins them and leaves out false, null and empty ones.
export const classes = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
