import type { Guide } from './guide.ts'

export const asOf: Guide = {
  id: 'as-of',
  title: 'The past: asOf',
  summary: 'The answer as it was known at a time, and what has changed since.',
  sections: [
    {
      text: 'Nothing is overwritten: a correction is a newer version of a row, and the older one stays. `asOf` answers from what was recorded up to that time: Unix seconds or ISO 8601. A date alone is its first second in UTC.',
      example: { path: '/protocols?limit=2&fields=name,tvl&asOf={now}' },
      after:
        '`X-As-Of-Run` names the newest run that the answer takes into account. From a minute after that time the same address gives the same bytes for ever, so caches may store an answer about the past. Before the first run nothing was known: the lists are empty.',
    },
    {
      title: 'asOf is not start or end',
      text: '`start`, `end` and `timestamp` choose the time that a figure **is of**. `asOf` chooses when it was **known**. Together they give, say, the TVL of March as it was published in April.',
    },
    {
      title: 'What has changed',
      text: '`/meta/revisions` lists published values that were changed: old, new, when and by which run. `/meta/runs/{id}` says what a run brought and from where.',
      example: { path: '/meta/runs?limit=2' },
    },
    {
      title: 'Where a figure comes from',
      text: '`/meta/provenance` takes an operation with its parameters and shows the rows behind its answer, with every version, run, source and receipt.',
      example: { path: '/meta/provenance?operation=tvl.getCurrentTvl&protocol=wren-lend' },
    },
  ],
}
