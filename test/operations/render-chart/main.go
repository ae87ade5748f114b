// Renders a Helm chart as `helm template` does: the templates of Go, the functions of Sprig, and Helm's own few. Helm itself is in
// neither npm nor Debian. Usage: main CHART VALUES.json, where the values replace those of the chart. Prints the documents.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func main() {
	log.SetFlags(0)
	chart, given := os.Args[1], map[string]interface{}{}
	check(json.Unmarshal([]byte(os.Args[2]), &given))
	values := read(filepath.Join(chart, "values.yaml"))
	meta := read(filepath.Join(chart, "Chart.yaml"))
	scope := map[string]interface{}{
		"Values":  merge(values, given),
		"Chart":   map[string]interface{}{"Name": meta["name"], "Version": meta["version"], "AppVersion": meta["appVersion"]},
		"Release": map[string]interface{}{"Name": "test", "Namespace": "default", "Service": "Helm"},
	}
	root := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	functions["toYaml"] = func(value interface{}) string {
		text, err := yaml.Marshal(value)
		check(err)
		return strings.TrimSuffix(string(text), "\n")
	}
	functions["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := root.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	functions["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, fmt.Errorf("%s", message)
		}
		return value, nil
	}
	root.Funcs(functions)
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	sort.Strings(files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		_, err = root.New(filepath.Base(file)).Parse(string(text))
		check(err)
	}
	for _, file := range files {
		if filepath.Ext(file) != ".yaml" {
			continue
		}
		fmt.Printf("---\n# %s\n", filepath.Base(file))
		check(root.ExecuteTemplate(os.Stdout, filepath.Base(file), scope))
		fmt.Println()
	}
}

func read(path string) map[string]interface{} {
	text, err := os.ReadFile(path)
	check(err)
	values := map[string]interface{}{}
	check(yaml.Unmarshal(text, &values))
	return values
}

func merge(base, over map[string]interface{}) map[string]interface{} {
	for name, value := range over {
		inner, isMap := value.(map[string]interface{})
		below, wasMap := base[name].(map[string]interface{})
		if isMap && wasMap {
			base[name] = merge(below, inner)
		} else {
			base[name] = value
		}
	}
	return base
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
