// Files of the texts of features.
export default import.meta.glob<Record<string, string>>(['./*.json', './errors.ts', '!./ui.json', '!./shell.json'], {
  import: 'default',
})
