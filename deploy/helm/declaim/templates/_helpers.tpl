{{- define "declaim.name" -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "declaim.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "declaim.labels" -}}
{{ include "declaim.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- /* Who a pod is, and what it may not do. */ -}}
{{- define "declaim.podSecurity" -}}
serviceAccountName: {{ include "declaim.name" . }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- end -}}

{{- define "declaim.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: ["ALL"]
{{- end -}}

{{- define "declaim.image" -}}
{{- if .Values.image.digest -}}
image: "{{ .Values.image.repository }}@{{ .Values.image.digest }}"
{{- else -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
{{- end }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end -}}

{{- define "declaim.settings" -}}
- configMapRef:
    name: {{ include "declaim.name" . }}
- secretRef:
    name: {{ required "existingSecret is missing" .Values.existingSecret }}
{{- end -}}

{{- /* The pod of a role: a dict of `root`, `role` and that role's `values`. */ -}}
{{- define "declaim.pod" -}}
{{- $ := .root -}}
metadata:
  labels:
    {{- include "declaim.labels" $ | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
  annotations:
    # New settings start new pods.
    checksum/settings: {{ printf "%s %s" (toYaml $.Values.settings) $.Values.trustedProxies | sha256sum }}
spec:
  {{- include "declaim.podSecurity" $ | nindent 2 }}
  # A stop takes up to 15 seconds, and endpoints are told of it a little later.
  terminationGracePeriodSeconds: 45
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "declaim.selector" $ | nindent 10 }}
          app.kubernetes.io/component: {{ .role }}
  containers:
    - name: declaim
      {{- include "declaim.image" $ | nindent 6 }}
      args: [{{ .role | quote }}]
      ports:
        - name: http
          containerPort: 8787
        - name: metrics
          containerPort: 9464
      envFrom:
        {{- include "declaim.settings" $ | nindent 8 }}
      livenessProbe:
        httpGet: { path: /health, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 5
        timeoutSeconds: 5
      startupProbe:
        httpGet: { path: /health, port: http }
        periodSeconds: 2
        failureThreshold: 60
      lifecycle:
        preStop:
          # Until the endpoints have forgotten this pod.
          exec:
            command: ["sleep", "5"]
      resources:
        {{- toYaml .values.resources | nindent 8 }}
      {{- include "declaim.containerSecurity" $ | nindent 6 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
  volumes:
    - name: data
      emptyDir:
        sizeLimit: {{ $.Values.dataSize }}
    - name: tmp
      emptyDir:
        sizeLimit: {{ $.Values.tmpSize }}
{{- end -}}
