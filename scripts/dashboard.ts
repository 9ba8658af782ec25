/** A panel of the dashboard: Prometheus expressions by legend. */
interface Panel {
  readonly title: string;
  readonly about: string;
  readonly unit?: 'percentunit' | 's' | 'reqps' | 'bytes' | 'none';
  /** True for a table of the highest values in the selected period. */
  readonly isTable?: true;
  readonly shows: Readonly<Record<string, string>>;
}

const rate = (name: string, by: string, filter = '') =>
  `sum by (${by}) (rate(casebridge_${name}${filter}[$__rate_interval]))`;
const quantile = (share: number, name: string, by = '') =>
  `histogram_quantile(${share}, sum by (le${by}) (rate(casebridge_${name}_seconds_bucket[$__rate_interval])))`;
const within = (name: string, by: string, filter = '') =>
  `topk(15, sum by (${by}) (increase(casebridge_${name}${filter}[$__range])) > 0)`;

/** Panels, in the order in which an operator usually needs them. */
const panels: readonly Panel[] = [
  {
    title: 'Reached',
    about: '1: this server answers, and the case-management service answered its latest request.',
    unit: 'none',
    shows: {
      'server {{instance}}': 'up{job="casebridge"}',
      'service, from {{instance}}': 'casebridge_service_up',
    },
  },
  {
    title: 'Calls by outcome',
    about:
      '`ok`, or the code of the error. The log has a line for each other outcome, with caller and reason.',
    unit: 'reqps',
    shows: { '{{outcome}}': rate('tool_calls_total', 'outcome') },
  },
  {
    title: 'Which calls failed',
    about: 'By tool, error code and status class of the service’s response.',
    isTable: true,
    shows: { '': within('tool_calls_total', 'tool, outcome, status', '{outcome!="ok"}') },
  },
  {
    title: 'Duration of calls, and their time at the service',
    about: 'The difference is processing in this server and waiting in a queue.',
    unit: 's',
    shows: {
      'half of the calls': quantile(0.5, 'tool_call_duration'),
      '95 of 100': quantile(0.95, 'tool_call_duration'),
      '95 of 100, at the service': quantile(0.95, 'tool_call_service'),
    },
  },
  {
    title: 'Share of time at the service',
    about: 'Time at the service, divided by the total duration of calls.',
    unit: 'percentunit',
    shows: {
      'at the service':
        'sum(rate(casebridge_tool_call_service_seconds_sum[$__rate_interval])) / sum(rate(casebridge_tool_call_duration_seconds_sum[$__rate_interval]))',
    },
  },
  {
    title: 'Slowest tools (95 of 100 calls)',
    about: 'Tools that wait for a confirmation within a call are slow, which is not an error.',
    unit: 's',
    shows: { '{{tool}}': `topk(10, ${quantile(0.95, 'tool_call_duration', ', tool')})` },
  },
  {
    title: 'Refused requests',
    about: 'HTTP requests refused before any tool was called, by reason. The log names caller and address.',
    unit: 'reqps',
    shows: { '{{reason}} ({{status}})': rate('refused_requests_total', 'reason, status') },
  },
  {
    title: 'Sign-ins',
    about: 'By method and outcome; `often`: too many refusals from one address.',
    unit: 'reqps',
    shows: {
      '{{way}}: {{outcome}}': rate('sign_ins_total', 'way, outcome'),
      'tokens of the service: {{status}}': rate('token_requests_total', 'status'),
    },
  },
  {
    title: 'Reached limits',
    about: 'Calls that exceeded a limit, either of their caller or of all callers together.',
    unit: 'reqps',
    shows: { '{{limit}}': rate('limits_reached_total', 'limit') },
  },
  {
    title: 'Load against limits',
    about: '1: the limit is reached, and the server refuses more.',
    unit: 'percentunit',
    shows: {
      'answers, {{instance}}': 'casebridge_answering / on(instance) casebridge_limit{of="answering"}',
      'sessions, {{instance}}': 'casebridge_sessions / on(instance) casebridge_limit{of="sessions"}',
      'callers, {{instance}}': 'casebridge_callers / on(instance) casebridge_limit{of="callers"}',
    },
  },
  {
    title: 'Confirmations',
    about: 'By result: asked, agreed, or the code of the refusal.',
    unit: 'reqps',
    shows: { '{{result}}': rate('questions_total', 'result') },
  },
  {
    title: 'Requests to the service',
    about: 'By status class; none: no response.',
    unit: 'reqps',
    shows: {
      '{{status}}': rate('service_request_duration_seconds_count', 'status'),
      repeated: 'sum(rate(casebridge_service_retries_total[$__rate_interval]))',
    },
  },
  {
    title: 'Documents and queries',
    about: 'Load of the processes and threads that read documents and run queries.',
    unit: 'none',
    shows: {
      '{{of}}: {{state}}': 'sum by (of, state) (casebridge_helpers)',
      '{{of}}: waiting': 'sum by (of) (casebridge_helper_requests_waiting)',
      '{{of}}: failed within 5 minutes':
        'sum by (of) (increase(casebridge_helper_requests_total{outcome="failed"}[5m]))',
    },
  },
  {
    title: 'Losses',
    about: 'Lines of the audit log and spans of traces that were lost within an hour.',
    unit: 'none',
    shows: {
      'audit lines': 'sum(increase(casebridge_record_lines_lost_total[1h]))',
      spans: 'sum(increase(casebridge_spans_total{outcome="dropped"}[1h]))',
    },
  },
  {
    title: 'Memory',
    about: 'Memory of each process, and answers that clients have not read yet.',
    unit: 'bytes',
    shows: {
      'resident, {{instance}}': 'process_resident_memory_bytes{job="casebridge"}',
      'answers waiting, {{instance}}': 'casebridge_waiting_bytes',
    },
  },
  {
    title: 'Event loop delay',
    about: '99th percentile; above 0.1 s all users notice delays.',
    unit: 's',
    shows: { '{{instance}}': 'nodejs_eventloop_lag_p99_seconds{job="casebridge"}' },
  },
];

/** Returns the dashboard as JSON for Grafana (schema 39, version 10 or newer). */
export function dashboard(): string {
  return `${JSON.stringify(
    {
      title: 'casebridge',
      uid: 'casebridge',
      schemaVersion: 39,
      editable: true,
      refresh: '30s',
      time: { from: 'now-6h', to: 'now' },
      templating: {
        list: [{ name: 'source', label: 'Prometheus', type: 'datasource', query: 'prometheus' }],
      },
      panels: panels.map(panelOf),
    },
    null,
    2,
  )}\n`;
}

const [width, height] = [12, 8];
const datasource = { type: 'prometheus', uid: '$' + '{source}' };

function panelOf({ title, about, unit = 'none', isTable, shows }: Panel, index: number): object {
  return {
    id: index + 1,
    title,
    description: about,
    type: isTable ? 'table' : 'timeseries',
    datasource,
    gridPos: { x: (index % 2) * width, y: Math.floor(index / 2) * height, w: width, h: height },
    fieldConfig: {
      defaults: { unit, ...(unit === 'percentunit' ? { min: 0, max: 1 } : { min: 0 }) },
      overrides: [],
    },
    targets: Object.entries(shows).map(([legendFormat, expr], place) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + place),
      datasource,
      expr,
      ...(isTable ? { instant: true, format: 'table' } : { legendFormat }),
    })),
  };
}
