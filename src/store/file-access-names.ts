/** How a statement may begin. */
export const STATEMENTS = new Set(
  'select with insert create alter drop truncate optimize check kill explain describe desc show exists delete rename exchange system'.split(
    ' ',
  ),
)

export const THINGS_TO_CREATE = new Set(['table', 'database', 'view'])

/** Table and database engines that keep rows in the data directory or in memory. */
export const HARMLESS_ENGINES = new Set(
  'mergetree replacingmergetree summingmergetree aggregatingmergetree memory atomic null'.split(
    ' ',
  ),
)

/** Functions of a value that read files, dictionaries or the network. `disk` makes a disk. */
export const FUNCTIONS_THAT_REACH_OUT = String.raw`file|disk|catboostevaluate|dict(?:get|has|isin)\w*|ai(?:classify|embed|extract|generate|translate)\w*`

/** Settings that name a file, a table or a URL, or that carry SQL in a text. */
export const FILE_SETTINGS =
  'format_schema|format_template|output_format_schema|additional_(?:table|result)_filter|allow_experimental_(?:ai|eval)|table_disk|implicit_table|parallel_replicas_custom_key|format_avro_schema_registry'

/** Table functions of numbers, which reach nothing. `VALUES` also begins the rows of an INSERT. */
export const HARMLESS_TABLE_FUNCTIONS = new Set(
  'numbers numbers_mt zeros zeros_mt generateseries generate_series primes values'.split(' '),
)

/** All others: each reads or writes elsewhere, or takes SQL in a text. */
export const TABLE_FUNCTIONS_THAT_REACH_OUT = new Set(
  `sqlstandardvalues arrowstream azureblobstorage azureblobstoragecluster cluster clusterallreplicas
  cosn deltalake deltalakeazure deltalakeazurecluster deltalakecluster deltalakelocal deltalakes3
  deltalakes3cluster dictionary eval executable file filecluster filesystem format fuzzjson fuzzquery
  gcs generaterandom hdfs hdfscluster hudi hudicluster iceberg icebergazure icebergazurecluster
  icebergcluster iceberghdfs iceberghdfscluster iceberglocal iceberglocalcluster icebergs3
  icebergs3cluster input jdbc loop merge mergetreeanalyzeindexes mergetreeanalyzeindexesuuid
  mergetreeindex mergetreeprojection mergetreetextindex mongodb mysql null odbc oss paimon paimonazure
  paimonazurecluster paimoncluster paimonhdfs paimonhdfscluster paimonlocal paimons3 paimons3cluster
  postgresql prometheusquery prometheusqueryrange python redis remote remotesecure s3 s3cluster sqlite
  timeseriesdata timeseriesmetrics timeseriessamples timeseriesselector timeseriestags url urlcluster
  view viewexplain viewifpermitted ytsaurus`.split(/\s+/),
)
