import java.io.BufferedReader;
import java.io.FileReader;
import java.io.InputStreamReader;
import weka.classifiers.Classifier;
import weka.core.Instances;
import weka.core.Utils;

/**
 * Weka's predictions: TRAIN.arff TEST.arff, then a classifier with its options on every line of the input. For each line
 * the numbers of the predicted classes of all test rows are printed on one line, or ! and what went wrong.
 */
public class Predictions {
    public static void main(String[] files) throws Exception {
        Instances train = read(files[0]);
        Instances test = read(files[1]);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        String line;
        while ((line = lines.readLine()) != null) {
            StringBuilder out = new StringBuilder();
            try {
                String[] options = Utils.splitOptions(line);
                String name = options[0];
                options[0] = "";
                Classifier classifier = Classifier.forName(name, options);
                classifier.buildClassifier(new Instances(train));
                for (int row = 0; row < test.numInstances(); row++) {
                    out.append((int) classifier.classifyInstance(test.instance(row))).append(' ');
                }
            } catch (Exception error) {
                out.setLength(0);
                out.append("! ").append(error);
            }
            System.out.println(out);
            System.out.flush();
        }
    }

    private static Instances read(String file) throws Exception {
        Instances rows = new Instances(new BufferedReader(new FileReader(file)));
        rows.setClassIndex(rows.numAttributes() - 1);
        return rows;
    }
}
